import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { analysePair } from '../../domain/text/plagiarism/analyse-pair.ts';
import { type PlagdetScores, plagdet, type Reuse } from './plagdet.ts';

/** One kind of obfuscation, or all pairs of a language. */
export interface PlagiarismRow extends PlagdetScores {
  readonly engine: 'fingerprints' | 'text';
  /** `tuned`: the half that parameters were chosen on; `held-out`: the other. */
  readonly half: 'tuned' | 'held-out';
  readonly kind: string;
  readonly pairs: number;
  readonly cases: number;
  /** Pairs without any reuse, and those of them in which some was reported. */
  readonly negatives: number;
  readonly flagged: number;
  readonly msPerPair: number;
}

const pairSchema = z.object({
  id: z.string(),
  suspicious: z.string(),
  source: z.string(),
  obfuscation: z.string(),
  spans: z.array(
    z.object({
      susp_start: z.number(),
      susp_end: z.number(),
      src_start: z.number(),
      src_end: z.number(),
    }),
  ),
});
type Pair = z.infer<typeof pairSchema>;

/**
 * Accuracy on the development pairs, from fingerprints alone and with the source's words, by kind of
 * obfuscation. Pairs at even places were used for choosing parameters, those at odd places never.
 *
 * @param dataFolder the folder that holds `plagiarism/pairs.jsonl.gz`
 */
export async function evaluatePlagiarism(dataFolder: string): Promise<PlagiarismRow[]> {
  const pairs = readPairs(join(dataFolder, 'plagiarism', 'pairs.jsonl.gz'));
  const halves = { tuned: every(pairs, 0), 'held-out': every(pairs, 1) };
  return (['fingerprints', 'text'] as const).flatMap((engine) =>
    (['tuned', 'held-out'] as const).flatMap((half) => rowsOf(halves[half], { engine, half })),
  );
}

function readPairs(path: string): Pair[] {
  const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => pairSchema.parse(JSON.parse(line)));
}

function every(pairs: readonly Pair[], remainder: 0 | 1): Pair[] {
  return pairs.filter((_, place) => place % 2 === remainder);
}

interface Outcome {
  readonly pair: Pair;
  readonly cases: readonly Reuse[];
  readonly detections: readonly Reuse[];
  readonly ms: number;
}

type Of = Pick<PlagiarismRow, 'engine' | 'half'>;

function rowsOf(pairs: readonly Pair[], of: Of): PlagiarismRow[] {
  const groups = new Map<string, Outcome[]>();
  for (const pair of pairs) {
    const outcome = outcomeOf(pair, of.engine === 'text');
    const whole = pair.obfuscation.startsWith('id-') ? 'Indonesian (all)' : 'English (all)';
    for (const kind of [pair.obfuscation, whole]) {
      groups.set(kind, [...(groups.get(kind) ?? []), outcome]);
    }
  }
  return [...groups].map(([kind, outcomes]) => rowOf(outcomes, { ...of, kind }));
}

function outcomeOf(pair: Pair, keepSource: boolean): Outcome {
  const started = performance.now();
  const { spans } = analysePair({ suspicious: pair.suspicious, source: pair.source, keepSource });
  const ms = performance.now() - started;
  const reuse = (span: Pair['spans'][number]): Reuse => ({
    pair: pair.id,
    suspicious: { start: span.susp_start, end: span.susp_end },
    source: { start: span.src_start, end: span.src_end },
  });
  return { pair, cases: pair.spans.map(reuse), detections: spans.map(reuse), ms };
}

function rowOf(outcomes: readonly Outcome[], of: Of & { kind: string }): PlagiarismRow {
  const cases = outcomes.flatMap((outcome) => outcome.cases);
  const detections = outcomes.flatMap((outcome) => outcome.detections);
  const negatives = outcomes.filter((outcome) => outcome.cases.length === 0);
  return {
    ...of,
    ...plagdet({ cases, detections }),
    pairs: outcomes.length,
    cases: cases.length,
    negatives: negatives.length,
    flagged: negatives.filter((outcome) => outcome.detections.length > 0).length,
    msPerPair: outcomes.reduce((sum, outcome) => sum + outcome.ms, 0) / outcomes.length,
  };
}
