import type { EditType } from '../../../domain/checks/report.ts';
import type { MessageKey } from '../../../domain/text/grammar/messages.ts';

/**
 * Harper rules we do not run: matters of taste, remarks without a remedy, proposals that no service can make
 * (starred-out swear words), rules that mostly fire on right sentences, and what our own rules say for all
 * languages.
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
  'SentenceCapitalization',
  'RepeatedWords',
  'SplitWords',
  'DisjointPrefixes',
  'OrthographicConsistency',
  'UpdatePlaceNames',
  'MassNouns',
  'MergeWords',
  'WrongNegative',
  'PronounInflectionBe',
  'ExpandMemoryShorthands',
  'ExpandTimeShorthands',
  'PossessiveYour',
  'TheProperNounPossessive',
  'DiscourseMarkers',
  'Regionalisms',
  'TransposedSpace',
  'NominalWants',
  'WhomSubjectOfVerb',
  'LookingForwardTo',
  'NotTo',
  'NationalCapitals',
  'DoubleModal',
  'CondenseAllThe',
  'OutOfDate',
  'Excellent',
  'Freezing',
  'Starving',
  'Impressed',
  'VeryUnique',
  'FootInchMinuteSecondSymbols',
  'Cybersec',
  'Countries',
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

/** Rules that Harper files under a kind that says less than we know. */
export const kindOfRule: Readonly<
  Record<string, { readonly type: EditType; readonly key: MessageKey }>
> = {
  AnA: { type: 'grammar', key: 'article' },
  ModalOf: { type: 'grammar', key: 'confused-word' },
  TheirToTheyre: { type: 'grammar', key: 'homophone' },
  ToTwoToo: { type: 'grammar', key: 'homophone' },
  ItsContraction: { type: 'grammar', key: 'homophone' },
  ItsPossessive: { type: 'grammar', key: 'homophone' },
  ThenThan: { type: 'grammar', key: 'confused-word' },
  NounVerbConfusion: { type: 'word_choice', key: 'confused-word' },
  CommaFixes: { type: 'punctuation', key: 'punctuation' },
};
