import { forms } from './styles/forms.ts';
import { frame } from './styles/frame.ts';
import { lists } from './styles/lists.ts';
import { text } from './styles/text.ts';

/** The look of every page: data only. Nothing is loaded from elsewhere. */
export const styleSheet = [frame, text, forms, lists].join('');
