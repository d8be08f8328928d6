import type {
  BaseSections,
  DetectionSections,
  GuardId,
  SentenceScore,
} from '../../checks/report.ts';
import { decideVerdict, type Measurement } from '../../checks/verdict.ts';
import { hardEvidence } from '../forensics/hard-evidence.ts';
import type { Span } from '../span.ts';
import { isUiLanguage, type UiLanguage } from '../ui-language.ts';
import { words as wordsOf } from '../words.ts';
import { probability } from './calibration.ts';
import { type DeepReading, deepReading } from './deep-reading.ts';
import { type DocumentScore, documentScore, type ScoringContext } from './document-score.ts';
import { evidenceItems, styleSigns } from './evidence.ts';
import { rangeScorer } from './experts.ts';
import { doubts, learnerMarks } from './guards.ts';
import type { DetectionModel } from './model.ts';
import { sentencePhrases } from './phrases.ts';
import { readText } from './reading.ts';
import { reviewOf } from './review.ts';
import { sentenceChances, windowLogits } from './sentence-scores.ts';

export interface DetectionInput {
  readonly base: Pick<BaseSections, 'text' | 'findings' | 'provenance'>;
  readonly sentences: readonly Span[];
  /** UAX 29 words of the text, when the caller has them already. */
  readonly words?: readonly Span[];
  /** ISO 639-1 code, or null when it is not known. */
  readonly language: string | null;
  readonly deep: boolean;
  readonly model: DetectionModel;
  readonly uiLanguage?: UiLanguage;
}

/**
 * The sections of AI detection: verdict with its guards, a chance per sentence, what spoke for and against,
 * and a reading in words. A probability, never proof. Linear in the length of the text.
 */
export function detect(input: DetectionInput): DetectionSections {
  const { base, language, model } = input;
  const words = input.words ?? wordsOf(base.text);
  const known = language !== null && isUiLanguage(language) ? language : null;
  // Without a language of its own a text is still read, and the guard keeps the verdict at `uncertain`.
  const reading = readText({
    text: base.text,
    words,
    sentences: input.sentences,
    language: known ?? 'en',
  });
  const context: ScoringContext = {
    model,
    reading,
    scorer: rangeScorer(model.experts, reading.ngrams),
  };
  const score = documentScore(context);
  const deep = input.deep ? deepReading(context) : null;
  const sentences = scoredSentences(context, { score, deep });
  const measured = measure({
    input,
    context,
    score,
    deep,
    sentences,
    words: words.length,
    isKnown: known !== null,
  });
  const verdict = decideVerdict(
    measured,
    model.thresholds[reading.language],
    input.uiLanguage ?? 'en',
  );
  const phrases = sentencePhrases(context, shares(score.experts));
  return {
    verdict,
    sentences,
    evidence: evidenceItems(context, { score, phrases }),
    review: reviewOf({
      text: base.text,
      version: model.version,
      verdict,
      words: words.length,
      sentences,
      phrases,
      signs: styleSigns(context, score),
      learnerMarks: learnerMarks(reading),
      deep,
    }),
  };
}

interface Scored {
  readonly score: DocumentScore;
  readonly deep: DeepReading | null;
}

function scoredSentences(context: ScoringContext, { score, deep }: Scored): SentenceScore[] {
  const chances = sentenceChances(context.model.chain, {
    windows: deep?.windows ?? windowLogits(context),
    document: deep?.document ?? score.combined,
  });
  return context.reading.sentences.map(({ start, end }, index) => ({
    start,
    end,
    p_ai: Math.round((chances[index] ?? 0.5) * 10_000) / 10_000,
  }));
}

interface Measured extends Scored {
  readonly input: DetectionInput;
  readonly context: ScoringContext;
  readonly sentences: readonly SentenceScore[];
  readonly words: number;
  readonly isKnown: boolean;
}

function measure({
  input,
  context,
  score,
  deep,
  sentences,
  words,
  isKnown,
}: Measured): Measurement {
  const { base, model } = input;
  const found: Set<GuardId> = doubts(context.reading, {
    model,
    unlikeness: score.unlikeness,
    words,
  });
  if (!isKnown) found.add('unsupported_language');
  return {
    chance: probability(deep?.document ?? score.combined),
    signals: { wording: probability(score.alone), style: probability(score.style) },
    aiShare: shareFrom(0.5, sentences),
    sureAiShare: shareFrom(sureChance, sentences),
    words,
    hasBothKinds: hasBothKinds(sentences),
    doubts: found,
    hardEvidence: hardEvidence(base.findings),
    declaredAi:
      base.provenance.declared === 'ai_generated' ||
      base.findings.some(({ hard, id }) => hard && id.startsWith('artefact.')),
  };
}

/** From here on a sentence is surely AI, and below one minus this surely not. */
const sureChance = 0.8;

/** Length-weighted share of the sentences whose chance is at least this. */
function shareFrom(chance: number, sentences: readonly SentenceScore[]): number {
  const all = lengthOf(sentences);
  return all === 0 ? 0 : lengthOf(sentences.filter(({ p_ai }) => p_ai >= chance)) / all;
}

/** Characters of a passage that could stand on its own: about 80 words. */
const passageLength = 450;

/** True when the text has a long passage that is surely AI and one that is surely not. */
function hasBothKinds(sentences: readonly SentenceScore[]): boolean {
  const ai = longestRun(sentences, ({ p_ai }) => p_ai >= sureChance);
  const human = longestRun(sentences, ({ p_ai }) => p_ai <= 1 - sureChance);
  return ai >= passageLength && human >= passageLength;
}

function longestRun(
  sentences: readonly SentenceScore[],
  belongs: (sentence: SentenceScore) => boolean,
): number {
  let longest = 0;
  let run = 0;
  for (const sentence of sentences) {
    run = belongs(sentence) ? run + sentence.end - sentence.start : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}

function lengthOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** How much each expert has to say: the one that hears AI has the word (softmax). */
function shares(logits: readonly number[]): number[] {
  const largest = Math.max(...logits);
  const voices = logits.map((logit) => Math.exp(logit - largest));
  const total = voices.reduce((sum, voice) => sum + voice, 0);
  return voices.map((voice) => voice / total);
}
