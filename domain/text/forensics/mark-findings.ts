import type { Finding, Severity } from '../../checks/report.ts';
import type { MarkKind, MarkTally } from '../normalise/mark-log.ts';
import type { NormalisedText } from '../normalise/normalise.ts';
import { decodeZeroWidth } from '../normalise/zero-width-code.ts';
import { type ExaminedText, findingFrom } from './finding.ts';

interface Judgement {
  readonly severity?: Severity;
  readonly hard?: boolean;
}

/** One mark in 20 words is a pattern; fewer than three are an accident whatever the length. */
const wordsPerMark = 20;
const minMarks = 3;

/** Findings on everything that normalisation took out or replaced. */
export function markFindings(submitted: string, normalised: NormalisedText): Finding[] {
  const examined: ExaminedText = { submitted, text: normalised.text, edits: normalised.edits };
  const words = countOnce(() => approximateWords(normalised.text));
  return [...normalised.marks, ...spreadPayloads(normalised.marks)].flatMap((tally) => {
    const judgement = judged(tally, words);
    if (judgement === null) return [];
    const decoded = decodedText(tally.decoded);
    const facts = {
      id: tally.kind,
      count: tally.count,
      codepoints: tally.codepoints,
      at: { submitted: tally.spans },
      ...(decoded === '' ? {} : { decoded }),
      ...judgement,
    };
    return [findingFrom(facts, examined)];
  });
}

/** Three characters of eight bits: less could be read into an accident. */
const minSpreadMarks = 24;

/** Zero-width code that is spread over a text, a few characters at a time. */
function spreadPayloads(tallies: readonly MarkTally[]): MarkTally[] {
  if (tallies.some(({ kind }) => kind === 'stego.zero_width_payload')) return [];
  return tallies.flatMap((tally) => {
    if (tally.trail.length < minSpreadMarks) return [];
    const decoded = decodeZeroWidth(tally.trail);
    if (decoded === null) return [];
    return [{ ...tally, kind: 'stego.zero_width_payload' as const, decoded: [decoded] }];
  });
}

const judges: Partial<
  Readonly<Record<MarkKind, (tally: MarkTally, words: () => number) => Judgement | null>>
> = {
  'stego.tag_characters': () => ({ hard: true }),
  'stego.variation_selectors': () => ({ hard: true }),
  'stego.zero_width_payload': () => ({ hard: true }),
  'invisible.zero_width': zeroWidth,
  'invisible.private_use': () => ({ severity: 'high' }),
  'bidi.override': ({ weight }) => ({ hard: weight > 0 }),
  'space.nbsp_dense': ({ count }, words) =>
    count >= 5 && count * wordsPerMark >= words() ? {} : null,
  'homoglyph.mixed_script_word': ({ count, weight }) => ({ hard: count >= 2 || weight >= 3 }),
  'homoglyph.math_alphanumeric': mathLetters,
};

function judged(tally: MarkTally, words: () => number): Judgement | null {
  const judge = judges[tally.kind];
  return judge === undefined ? {} : judge(tally, words);
}

function zeroWidth({ count, words: brokenWords, weight }: MarkTally, words: () => number) {
  const hard = brokenWords >= 3 || (weight >= minMarks && weight * wordsPerMark >= words());
  const severity: Severity = hard || count >= 10 ? 'high' : count >= minMarks ? 'medium' : 'low';
  return { severity, hard };
}

/** Single letters are variables of a formula; words in math letters are a disguise. */
function mathLetters({ words: disguised, weight }: MarkTally, words: () => number): Judgement {
  if (weight === 0) return { severity: 'low' };
  return { hard: disguised * 2 > words() };
}

/** Bytes that were spread one by one over a text read together as what they spell. */
function decodedText(decoded: readonly string[]): string {
  const isSpread = decoded.length > 1 && decoded.every((part) => part.length === 1);
  return decoded.join(isSpread ? '' : ' | ');
}

function countOnce(count: () => number): () => number {
  let known: number | null = null;
  return () => {
    known ??= count();
    return known;
  };
}

/** Good enough for densities: runs of letters, and every ideograph or kana by itself. */
function approximateWords(text: string): number {
  const words =
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}](?:[\p{M}\p{N}'’]|(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])\p{L})*/gu;
  return text.match(words)?.length ?? 0;
}
