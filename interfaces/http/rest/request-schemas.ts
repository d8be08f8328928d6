import { z } from 'zod';
import { maxTextCodePoints } from '../../../domain/checks/limits.ts';
import { uiLanguages } from '../../../domain/text/ui-language.ts';

/** JSON Schema counts `maxLength` in code points, zod in UTF-16 units: the edge counts by itself. */
const text = z.string().meta({
  description: 'The text to check: at most 400,000 characters (Unicode code points).',
  maxLength: maxTextCodePoints,
});
const uiLanguage = z.enum(uiLanguages).meta({
  description: 'Language of the grammar explanations.',
  default: 'en',
});
const flagTexts = {
  ai: 'AI detection; on when absent.',
  grammar: 'Grammar and style; off when absent.',
  plagiarism: 'Plagiarism; off when absent.',
  deep: 'A deeper reading by AI detection: adds 1,500 credits. Does nothing without AI detection.',
  store:
    'Also add the fingerprints of the text to your comparison library (plagiarism only). The text itself is not kept.',
} as const;
type FlagName = keyof typeof flagTexts;

const flag = (name: FlagName) =>
  z
    .boolean()
    .meta({ description: flagTexts[name], default: name === 'ai' })
    .optional();
const shared = { text, ui_lang: uiLanguage.optional(), store: flag('store') };

/** JSON bodies by endpoint. Unknown members are ignored, `checks` on a shortcut among them. */
export const jsonBodies = {
  analyze: z.object({
    ...shared,
    checks: z
      .object({
        ai: flag('ai'),
        grammar: flag('grammar'),
        plagiarism: flag('plagiarism'),
        deep: flag('deep'),
      })
      .optional(),
  }),
  detect: z.object({ ...shared, deep: flag('deep') }),
  grammar: z.object(shared),
  plagiarism: z.object(shared),
} as const;

/** The stated defaults are also what a form on the documentation page begins with. */
const formFlag = (name: FlagName) =>
  z
    .enum(['true', 'false'])
    .meta({ description: flagTexts[name], default: name === 'ai' ? 'true' : 'false' })
    .transform((value) => value === 'true')
    .optional();
/** Only for the description: the parser hands files over as bytes, outside of the fields. */
const file = z.unknown().meta({
  type: 'string',
  format: 'binary',
  description: 'PDF, DOCX, TXT, MD or HTML, at most 20,971,520 bytes. Send this or `text`.',
});
const sharedForm = {
  file: file.optional(),
  text: text.meta({ default: '' }).optional(),
  ui_lang: uiLanguage.optional(),
  store: formFlag('store'),
};

/** Form bodies by endpoint. */
export const formBodies = {
  analyze: z.object({
    ...sharedForm,
    ai: formFlag('ai'),
    grammar: formFlag('grammar'),
    plagiarism: formFlag('plagiarism'),
    deep: formFlag('deep'),
  }),
  detect: z.object({ ...sharedForm, deep: formFlag('deep') }),
  grammar: z.object(sharedForm),
  plagiarism: z.object(sharedForm),
} as const;

export type CheckRoute = keyof typeof jsonBodies;
