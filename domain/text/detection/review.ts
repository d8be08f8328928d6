import type { Review, SentenceScore, Verdict } from '../../checks/report.ts';
import type { Span } from '../span.ts';
import type { DeepReading } from './deep-reading.ts';
import { percent, type StyleSign } from './evidence.ts';
import type { Phrase } from './phrases.ts';

export interface ReviewInput {
  readonly text: string;
  readonly version: string;
  readonly verdict: Verdict;
  readonly words: number;
  readonly sentences: readonly SentenceScore[];
  readonly phrases: { readonly ai: readonly Phrase[]; readonly human: readonly Phrase[] };
  readonly signs: readonly StyleSign[];
  /** Constructions of second-language writers. */
  readonly learnerMarks: readonly Span[];
  readonly deep: DeepReading | null;
}

const indicators = { standard: 6, deep: 20 } as const;
const longestQuote = 240;

/** A reading in words of what the model saw: quotes from the text, each with the reason it counts. */
export function reviewOf(input: ReviewInput): Review {
  const depth = input.deep === null ? 'standard' : 'deep';
  return {
    summary: summary(input),
    indicators: [
      ...changeIndicators(input),
      ...sentenceIndicators(input).slice(0, indicators[depth]),
      ...paragraphIndicators(input),
    ],
    human_signals: humanSignals(input).slice(0, indicators[depth]),
    depth,
    reviewer: input.version,
  };
}

function summary({ verdict, words, sentences, signs, deep }: ReviewInput): string {
  const ai = sentences.filter((sentence) => sentence.p_ai >= 0.5).length;
  const sign = strongest(signs, verdict.p_ai_own >= 0.5 ? 1 : -1);
  const parts = [
    `${verdict.label}: the chance that AI wrote these ${words} words is put at ${percent(verdict.p_ai)}.`,
    `${ai} of ${sentences.length} sentences read more like an assistant than like a person.`,
    sign === undefined
      ? ''
      : `Of the style figures, "${sign.label}" says most: ${sign.description}`,
    guardText(verdict),
    deep === null ? '' : deepText(deep),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function guardText({ guards }: Verdict): string {
  return guards.length === 0 ? '' : `Held back by: ${guards.join(', ')}.`;
}

function deepText({ paragraphs, changes }: DeepReading): string {
  const ai = paragraphs.filter(({ chance }) => chance >= 0.5).length;
  const turns =
    changes.length === 0
      ? 'no change of writer was found'
      : `the writing seems to change ${changes.length} times`;
  return `Read again at three scales and by paragraph: ${ai} of ${paragraphs.length} longer paragraphs lean to AI, and ${turns}.`;
}

type Indicator = Review['indicators'][number];

function sentenceIndicators({ text, sentences, phrases }: ReviewInput): Indicator[] {
  const phraseOf = new Map(phrases.ai.map((phrase) => [phrase.sentence, phrase]));
  return sentences
    .map((sentence, index) => ({ sentence, phrase: phraseOf.get(index) }))
    .filter(({ sentence, phrase }) => sentence.p_ai >= 0.6 && phrase !== undefined)
    .sort(
      (left, right) =>
        right.sentence.p_ai - left.sentence.p_ai ||
        (right.phrase?.weight ?? 0) - (left.phrase?.weight ?? 0),
    )
    .map(({ sentence, phrase }) => ({
      ...quoted(text, sentence),
      reason: `With its neighbours this sentence reads like an assistant's (${percent(sentence.p_ai)}); "${shorten(phrase?.quote ?? '')}" weighs most.`,
    }));
}

function changeIndicators({ text, deep }: ReviewInput): Indicator[] {
  return (deep?.changes ?? []).map(({ start, toAi, strength }) => ({
    ...quoted(text, { start, end: Math.min(text.length, start + longestQuote) }),
    reason: `From here on the text reads ${toAi ? 'more like an assistant' : 'more like a person'} than before (difference ${strength.toFixed(1)} in log-odds).`,
  }));
}

function paragraphIndicators({ text, deep }: ReviewInput): Indicator[] {
  return (deep?.paragraphs ?? [])
    .filter(({ chance, style }) => chance >= 0.6 && style >= 0.5)
    .sort((left, right) => right.chance - left.chance)
    .slice(0, 6)
    .map(({ start, end, chance, style }) => ({
      ...quoted(text, { start, end }),
      reason: `Read alone, this paragraph is put at ${percent(chance)}, and its style figures agree (${percent(style)}).`,
    }));
}

function humanSignals({
  text,
  sentences,
  phrases,
  signs,
  learnerMarks,
}: ReviewInput): Review['human_signals'] {
  const ofStyle = signs
    .filter(({ weight }) => weight < -0.1)
    .sort((left, right) => left.weight - right.weight)
    .map(({ label, description }) => ({ reason: `${label}: ${description}` }));
  const ofLearners = learnerMarks.slice(0, 3).map(({ start, end }) => ({
    quote: text.slice(start, end),
    reason: 'Second-language writers use this construction; assistants hardly ever do.',
  }));
  const ofWording = phrases.human
    .filter(({ sentence }) => (sentences[sentence]?.p_ai ?? 1) < 0.4)
    .slice(0, 12)
    .map(({ quote }) => ({
      quote: shorten(quote),
      reason: 'Wording that people use more than assistants do.',
    }));
  return [...ofLearners, ...ofStyle.slice(0, 3), ...ofWording];
}

function strongest(signs: readonly StyleSign[], direction: 1 | -1): StyleSign | undefined {
  return signs
    .filter(({ weight }) => weight * direction > 0.1)
    .sort((left, right) => Math.abs(right.weight) - Math.abs(left.weight))[0];
}

/** The span is cut to the quote, so that both always say the same. */
function quoted(text: string, { start, end }: Span): Span & { readonly quote: string } {
  const cut = Math.min(end, start + longestQuote);
  const splitsPair = cut < end && /[\ud800-\udbff]/.test(text.charAt(cut - 1));
  const to = splitsPair ? cut - 1 : cut;
  return { start, end: to, quote: text.slice(start, to) };
}

function shorten(quote: string): string {
  const line = quote.replace(/\s+/g, ' ');
  return line.length <= 90 ? line : `${[...line].slice(0, 89).join('')}…`;
}
