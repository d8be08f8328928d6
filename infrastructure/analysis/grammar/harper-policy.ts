import type { EditType } from '../../../domain/checks/report.ts';
import type { MessageKey } from '../../../domain/text/grammar/messages.ts';

/**
 * Harper rules we do not run: matters of taste, remarks without a remedy, proposals that no service can make
 * (starred-out swear words), and what our own rules say for all languages.
 */
export const switchedOff: readonly string[] = [
  'AvoidCurses',
  'LongSentences',
  'OxfordComma',
  'Spaces',
  'NoFrenchSpaces',
  'Dashes',
  'UseEllipsisCharacter',
  'EllipsisLength',
  'NumericRangeEnDash',
  'UseTitleCase',
  'BlacklistWhitelist',
  'Hedging',
  'FillerWords',
  'ExplainLikeImFive',
  'BoringWords',
  'SpelledNumbers',
];

/** Harper's 21 kinds in our terms. */
export const kinds: Readonly<
  Record<string, { readonly type: EditType; readonly key: MessageKey }>
> = {
  Agreement: { type: 'grammar', key: 'agreement' },
  BoundaryError: { type: 'grammar', key: 'separate-words' },
  Capitalization: { type: 'spelling', key: 'capital' },
  Eggcorn: { type: 'word_choice', key: 'idiom' },
  Enhancement: { type: 'style', key: 'style' },
  Formatting: { type: 'typography', key: 'typography' },
  Grammar: { type: 'grammar', key: 'grammar' },
  Malapropism: { type: 'word_choice', key: 'confused-word' },
  Miscellaneous: { type: 'style', key: 'style' },
  Nonstandard: { type: 'word_choice', key: 'word-choice' },
  Punctuation: { type: 'punctuation', key: 'punctuation' },
  Readability: { type: 'style', key: 'style' },
  Redundancy: { type: 'style', key: 'redundancy' },
  Regionalism: { type: 'style', key: 'style' },
  Repetition: { type: 'grammar', key: 'doubled-word' },
  Spelling: { type: 'spelling', key: 'unknown-word' },
  Style: { type: 'style', key: 'style' },
  Typo: { type: 'spelling', key: 'unknown-word' },
  Usage: { type: 'word_choice', key: 'word-choice' },
  WordChoice: { type: 'word_choice', key: 'word-choice' },
  WordOrder: { type: 'grammar', key: 'word-order' },
};
