import type { LanguageSection } from '../checks/report.ts';
import { functionWords } from './function-words.ts';
import { pieces } from './pieces.ts';
import type { Span } from './span.ts';
import { isUiLanguage, uiLanguages } from './ui-language.ts';

/** Scores of a detector for one sample by ISO 639-1 code, 0 to 1, higher is likelier. */
export type LanguageScores = Readonly<Record<string, number>>;

/** What one sample says. */
export interface LanguageVote {
  readonly code: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly letters: number;
}

/** Long enough to be sure of one sample, short enough that a change of language shows between samples. */
const sampleLength = 400;
const samplesFromStart = 25;
const samplesFromRest = 15;

/** Below this share of the letters no language is the text's language. */
const leastShare = 0.6;
/** Fewer letters than this say nothing. */
const leastLetters = 4;

/**
 * Where to ask for the language: the first 10,000 characters and places spread over the rest, so that the
 * cost does not grow with the text.
 */
export function languageSamples(text: string): Span[] {
  const startLength = samplesFromStart * sampleLength;
  const samples = pieces(text.slice(0, startLength), sampleLength);
  if (text.length <= startLength) return samples;
  const step = (text.length - startLength) / samplesFromRest;
  for (let index = 0; index < samplesFromRest; index += 1) {
    const from = startLength + Math.floor(index * step);
    const window = text.slice(from, Math.min(text.length, from + Math.min(step, 2 * sampleLength)));
    const sample = pieces(window, sampleLength).find((piece) => piece.start > 0);
    if (sample) samples.push({ start: from + sample.start, end: from + sample.end });
  }
  return samples;
}

/**
 * Weighs a detector's scores for one sample. On short samples detectors confuse neighbours, so the languages
 * we serve count a little more, and more still when the sample holds their function words.
 */
export function languageVote(sample: string, scores: LanguageScores): LanguageVote {
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const bonuses = servedLanguageBonuses(sample, letters);
  const weighed = Object.entries(scores)
    .map(([code, score]) => ({ code, score: score * (bonuses.get(code) ?? 1) }))
    .sort((left, right) => right.score - left.score || (left.code < right.code ? -1 : 1));
  const [best, second] = weighed;
  if (best === undefined || best.score <= 0 || letters < leastLetters) {
    return { code: null, confidence: 0, letters };
  }
  const margin = (best.score - (second?.score ?? 0)) / best.score;
  return { code: best.code, confidence: confidenceOf(margin, letters), letters };
}

/** The report's section: the language of most letters, or none when no language has enough of them. */
export function languageSection(votes: readonly LanguageVote[]): LanguageSection {
  const letters = votes.reduce((sum, vote) => sum + vote.letters, 0);
  const byCode = new Map<string, { letters: number; weighted: number }>();
  for (const vote of votes) {
    if (vote.code === null || vote.letters === 0) continue;
    const known = byCode.get(vote.code) ?? { letters: 0, weighted: 0 };
    known.letters += vote.letters;
    known.weighted += vote.letters * vote.confidence;
    byCode.set(vote.code, known);
  }
  const [best] = [...byCode].sort((left, right) => right[1].letters - left[1].letters);
  if (best === undefined || best[1].letters < leastShare * letters) {
    return section(null, best === undefined ? 0 : best[1].weighted / letters);
  }
  return section(best[0], best[1].weighted / letters);
}

function section(code: string | null, confidence: number): LanguageSection {
  const served = code !== null && isUiLanguage(code);
  return {
    code,
    name: code === null ? null : (languageNames.of(code) ?? code),
    confidence: Math.round(confidence * 1000) / 1000,
    supported: { ai: served, grammar: served },
  };
}

const languageNames = new Intl.DisplayNames('en', { type: 'language' });

const shortSample = 60;
const servedBonus = 0.08;
const functionWordBonus = 0.3;

function servedLanguageBonuses(sample: string, letters: number): Map<string, number> {
  const shortness = Math.min(1, shortSample / Math.max(1, letters));
  const found = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  return new Map(
    uiLanguages.map((language) => {
      const known = found.filter((word) => functionWords[language].has(word)).length;
      const share = found.length === 0 ? 0 : known / found.length;
      return [language, 1 + shortness * (servedBonus + functionWordBonus * share)];
    }),
  );
}

/** Fitted to how often the best language was right on the first 10, 20 and 40 characters of sentences. */
function confidenceOf(margin: number, letters: number): number {
  return 1 - 0.5 * Math.exp(-22 * margin * Math.sqrt(letters / 20));
}
