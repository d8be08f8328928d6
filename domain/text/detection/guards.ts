import type { GuardId } from '../../checks/report.ts';
import type { Span } from '../span.ts';
import { learnerPatterns } from './learner-patterns.ts';
import type { DetectionModel } from './model.ts';
import type { Reading } from './reading.ts';

/** Share of the text in quotation marks from which it is not the writer's own. */
const quotedShare = 0.4;
/** Share of repeated sentences, or of lines that are fields and entries, from which a text is a form. */
const templateShare = 0.4;
/** Learners' constructions, per 100 words and at least. */
const learnerRate = 0.4;
const leastLearnerMarks = 2;

/** What makes this text hard to judge, whatever its score. */
export function doubts(
  reading: Reading,
  { model, unlikeness, words }: { model: DetectionModel; unlikeness: number; words: number },
): Set<GuardId> {
  const found = new Set<GuardId>();
  if (isByLearner(reading, words)) found.add('non_native');
  if (quotedCharacters(reading.text) > quotedShare * reading.text.length) found.add('quoted_text');
  if (isTemplate(reading)) found.add('template_text');
  if (unlikeness > model.unlikenessLimit[reading.language]) found.add('out_of_distribution');
  return found;
}

/** Where learners' constructions stand. */
export function learnerMarks({ text, language }: Reading): Span[] {
  return learnerPatterns[language].flatMap((pattern) =>
    [...text.slice(0, longestSample).matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}

/** Who wrote a text shows in its first pages. */
const longestSample = 20_000;

function isByLearner(reading: Reading, words: number): boolean {
  const marks = learnerMarks(reading).length;
  const sampled = Math.min(1, longestSample / Math.max(1, reading.text.length)) * words;
  return marks >= leastLearnerMarks && marks >= (learnerRate * sampled) / 100;
}

/** Quotations of at least a few words, and block quotes. */
function quotedCharacters(text: string): number {
  const quotes =
    /“[^”]{20,1500}”|„[^“”]{20,1500}[“”]|«[^»]{20,1500}»|"[^"\n]{20,1500}"|^\s{0,3}>.*$/gm;
  let characters = 0;
  for (const match of text.matchAll(quotes)) characters += match[0].length;
  return characters;
}

function isTemplate({ text, sentences, tokens }: Reading): boolean {
  const placeholders = text.match(
    /\[[A-Z][^\]\n]{1,40}\]|\{\{[^}\n]{1,40}\}\}|_{4,}|<[A-Z][^>\n]{2,30}>/g,
  );
  if ((placeholders?.length ?? 0) >= 3) return true;
  const seen = new Set<string>();
  let repeated = 0;
  for (const { from, to } of sentences) {
    const form = tokens.forms.slice(from, Math.min(to, from + 60)).join(' ');
    if (seen.has(form)) repeated += 1;
    seen.add(form);
  }
  if (sentences.length >= 5 && repeated > templateShare * sentences.length) return true;
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const entries = lines.filter((line) =>
    /^\s*(?:[-*•·▪]|\d{1,3}[.)]|\p{L}[\p{L} ]{1,30}:\s)/u.test(line),
  );
  return lines.length >= 8 && entries.length > 2 * templateShare * lines.length;
}
