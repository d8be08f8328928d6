import type { Span } from '../span.ts';
import type { UiLanguage } from '../ui-language.ts';
import { type Ngrams, ngrams } from './ngrams.ts';
import { type Tokens, tokens } from './tokens.ts';

/** A range of tokens, end exclusive. */
export interface TokenRange {
  readonly from: number;
  readonly to: number;
}

/** A text made ready for every scorer: tokens, hashed features, and the tokens of each sentence. */
export interface Reading {
  readonly text: string;
  readonly language: UiLanguage;
  readonly tokens: Tokens;
  readonly ngrams: Ngrams;
  readonly sentences: readonly SentenceRange[];
}

export interface SentenceRange extends TokenRange, Span {}

export interface SegmentedInput {
  readonly text: string;
  readonly words: readonly Span[];
  readonly sentences: readonly Span[];
  readonly language: UiLanguage;
}

export function readText({ text, words, sentences, language }: SegmentedInput): Reading {
  const found = tokens(text, words);
  return {
    text,
    language,
    tokens: found,
    ngrams: ngrams(found, language),
    sentences: sentenceRanges(found, sentences),
  };
}

function sentenceRanges({ count, starts }: Tokens, sentences: readonly Span[]): SentenceRange[] {
  let next = 0;
  return sentences.map(({ start, end }) => {
    while (next < count && (starts[next] ?? 0) < start) next++;
    const from = next;
    while (next < count && (starts[next] ?? 0) < end) next++;
    return { start, end, from, to: next };
  });
}

/** All tokens of some neighbouring sentences. */
export function rangeOf(sentences: readonly SentenceRange[]): TokenRange {
  return { from: sentences[0]?.from ?? 0, to: sentences.at(-1)?.to ?? 0 };
}
