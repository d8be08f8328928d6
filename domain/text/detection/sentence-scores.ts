import { calibrated, probability } from './calibration.ts';
import { longestStretch, type ScoringContext } from './document-score.ts';
import type { SentenceChain } from './model.ts';
import type { SentenceRange, TokenRange } from './reading.ts';

/** A sentence alone is too short to judge: neighbours are added until the window is this long, in tokens. */
const windowTokens = 70;
const mostNeighbours = 3;

/** Logit of the window around each sentence. */
export function windowLogits(
  { model, reading, scorer }: ScoringContext,
  targetTokens = windowTokens,
): number[] {
  return reading.sentences.map((_, index) => {
    const range = windowAround(reading.sentences, { index, targetTokens });
    const tokens = range.to - range.from;
    if (tokens === 0) return 0;
    return calibrated(model.calibration, { experts: scorer(range), style: 0, tokens }).alone;
  });
}

/**
 * Chance of AI per sentence: a chain of two writers that rarely take turns reads the windows forwards and
 * backwards (hidden Markov model, Rabiner 1989), starting from what the whole text looks like.
 */
export function sentenceChances(
  chain: SentenceChain,
  { windows, document }: { readonly windows: readonly number[]; readonly document: number },
): number[] {
  const evidence = windows.map((logit) => chain.damping * logit + chain.prior * document);
  const forward = carried(evidence, chain.change);
  const backward = carried(evidence.toReversed(), chain.change).toReversed();
  return evidence.map((logit, index) =>
    probability(logit + (forward[index] ?? 0) + (backward[index] ?? 0)),
  );
}

/** For each place the logit that the places before it hand on, through the chance of a change. */
function carried(evidence: readonly number[], change: number): number[] {
  const messages: number[] = [];
  let message = 0;
  for (const logit of evidence) {
    messages.push(message);
    const chance = probability(message + logit);
    const next = chance * (1 - change) + (1 - chance) * change;
    message = Math.log(next / (1 - next));
  }
  return messages;
}

/** The sentence and, in turn, its neighbours on either side. */
function windowAround(
  sentences: readonly SentenceRange[],
  { index, targetTokens }: { readonly index: number; readonly targetTokens: number },
): TokenRange {
  let from = sentences[index]?.from ?? 0;
  let to = Math.min(sentences[index]?.to ?? 0, from + longestStretch);
  for (let step = 1; step <= mostNeighbours && to - from < targetTokens; step++) {
    from = Math.max(sentences[index - step]?.from ?? from, to - longestStretch);
    if (to - from >= targetTokens) break;
    to = Math.min(sentences[index + step]?.to ?? to, from + longestStretch);
  }
  return { from, to };
}
