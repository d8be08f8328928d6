import type { StyleFeatureName } from './style-features.ts';

interface StyleEntry {
  readonly label: string;
  /** What the number counts, for "… 4.2; human texts usually have 1 to 3". */
  readonly measure: string;
  readonly digits: number;
}

/** How each style figure is named to people. `log_words` is the length, which is no sign of anything. */
export const styleCatalogue: Readonly<Record<StyleFeatureName, StyleEntry | null>> = {
  sentence_words: { label: 'Sentence length', measure: 'words per sentence', digits: 1 },
  burstiness: {
    label: 'Variation of sentence length',
    measure: 'deviation divided by mean',
    digits: 2,
  },
  neighbour_change: {
    label: 'Change from sentence to sentence',
    measure: 'change of length divided by mean',
    digits: 2,
  },
  short_sentences: {
    label: 'Short sentences',
    measure: 'share of sentences under 8 words',
    digits: 2,
  },
  long_sentences: {
    label: 'Long sentences',
    measure: 'share of sentences over 30 words',
    digits: 2,
  },
  word_length: { label: 'Word length', measure: 'letters per word', digits: 2 },
  long_words: { label: 'Long words', measure: 'share of words of 9 letters and more', digits: 2 },
  word_variety: {
    label: 'Variety of words',
    measure: 'distinct words per word in 100-word windows',
    digits: 2,
  },
  function_words: { label: 'Grammar words', measure: 'share of all words', digits: 2 },
  commas: { label: 'Commas', measure: 'per 100 words', digits: 1 },
  semicolons: { label: 'Semicolons', measure: 'per 100 words', digits: 1 },
  colons: { label: 'Colons', measure: 'per 100 words', digits: 1 },
  dashes: { label: 'Dashes', measure: 'per 100 words', digits: 1 },
  brackets: { label: 'Brackets', measure: 'per 100 words', digits: 1 },
  quotes: { label: 'Quotation marks', measure: 'per 100 words', digits: 1 },
  questions: { label: 'Questions', measure: 'question marks per 100 words', digits: 1 },
  exclamations: { label: 'Exclamations', measure: 'exclamation marks per 100 words', digits: 1 },
  numbers: { label: 'Numbers', measure: 'per 100 words', digits: 1 },
  capitals: { label: 'Capital letters inside sentences', measure: 'share of words', digits: 2 },
  apostrophes: { label: 'Contractions and apostrophes', measure: 'per 100 words', digits: 1 },
  first_person: { label: 'First person', measure: 'per 100 words', digits: 1 },
  linking_words: { label: 'Linking words', measure: 'per 100 words', digits: 1 },
  series: {
    label: 'Series closed by a comma and a conjunction',
    measure: 'per 100 words',
    digits: 1,
  },
  plain_openers: {
    label: 'Sentences opened by a grammar word',
    measure: 'share of sentences',
    digits: 2,
  },
  repeated_pairs: { label: 'Repeated word pairs', measure: 'share of words', digits: 2 },
  log_words: null,
};
