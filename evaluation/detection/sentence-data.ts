import { documentScore } from '../../domain/text/detection/document-score.ts';
import { rangeScorer } from '../../domain/text/detection/experts.ts';
import type { DetectionModel, SentenceChain } from '../../domain/text/detection/model.ts';
import type { Reading } from '../../domain/text/detection/reading.ts';
import { sentenceChances, windowLogits } from '../../domain/text/detection/sentence-scores.ts';

/** What the chain sees of one document, and the truth: length and AI share of each sentence. */
export interface SentenceData {
  readonly windows: readonly number[];
  readonly document: number;
  readonly lengths: readonly number[];
  readonly isAi: readonly boolean[];
  readonly kind: 'mixed' | 'human' | 'ai';
}

export function sentenceData(
  reading: Reading,
  model: DetectionModel,
  truth: { readonly kind: SentenceData['kind']; readonly isAiAt: (offset: number) => boolean },
): SentenceData {
  const context = { model, reading, scorer: rangeScorer(model.experts, reading.ngrams) };
  return {
    windows: windowLogits(context),
    document: documentScore(context).combined,
    lengths: reading.sentences.map(({ start, end }) => end - start),
    isAi: reading.sentences.map(({ start, end }) => truth.isAiAt((start + end) >> 1)),
    kind: truth.kind,
  };
}

export interface SentenceFigures {
  readonly logLoss: number;
  readonly shareError: number;
  /** F1 over characters of the mixed documents. */
  readonly characterF1: number;
}

export function sentenceFigures(
  data: readonly SentenceData[],
  chain: SentenceChain,
): SentenceFigures {
  let loss = 0;
  let sentences = 0;
  let shareError = 0;
  const hits = { both: 0, said: 0, are: 0 };
  for (const document of data) {
    const chances = sentenceChances(chain, document);
    const length = document.lengths.reduce((sum, value) => sum + value, 0);
    let said = 0;
    let are = 0;
    chances.forEach((chance, index) => {
      const size = document.lengths[index] ?? 0;
      const isAi = document.isAi[index] === true;
      loss -= Math.log(Math.max(1e-4, isAi ? chance : 1 - chance));
      sentences += 1;
      if (chance >= 0.5) said += size;
      if (isAi) are += size;
      if (chance >= 0.5 && isAi && document.kind === 'mixed') hits.both += size;
    });
    shareError += Math.abs(said - are) / Math.max(1, length);
    if (document.kind !== 'mixed') continue;
    hits.said += said;
    hits.are += are;
  }
  return {
    logLoss: loss / Math.max(1, sentences),
    shareError: shareError / Math.max(1, data.length),
    characterF1: (2 * hits.both) / Math.max(1, hits.said + hits.are),
  };
}

/** Tries every combination and keeps the one with the least log loss. */
export function fitChain(data: readonly SentenceData[]): SentenceChain {
  let best: { readonly chain: SentenceChain; readonly loss: number } | undefined;
  for (const change of [0.02, 0.05, 0.1, 0.2]) {
    for (const damping of [0.1, 0.2, 0.35, 0.5, 0.75, 1]) {
      for (const prior of [0, 0.05, 0.1, 0.2, 0.4]) {
        const chain = { change, damping, prior };
        const loss = sentenceFigures(data, chain).logLoss;
        if (best === undefined || loss < best.loss) best = { chain, loss };
      }
    }
  }
  if (best === undefined) throw new Error('no chain was tried');
  return best.chain;
}
