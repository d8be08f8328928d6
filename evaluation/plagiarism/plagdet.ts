import type { Span } from '../../domain/text/span.ts';

/** A reused passage, true or detected: where it stands in the suspicious and in the source text. */
export interface Reuse {
  readonly pair: string;
  readonly suspicious: Span;
  readonly source: Span;
}

export interface PlagdetScores {
  readonly plagdet: number;
  readonly recall: number;
  readonly precision: number;
  readonly granularity: number;
  /** Share of the cases that at least one detection touches. */
  readonly hit: number;
}

/**
 * The macro-averaged measures of the PAN text-alignment tasks (Potthast, Stein, Barrón-Cedeño, Rosso,
 * COLING 2010), with the definitions of pan-webis-de/pan-code: a detection counts for a case when both
 * sides overlap, and every case and every detection weighs the same, whatever its length.
 */
export function plagdet(found: {
  readonly cases: readonly Reuse[];
  readonly detections: readonly Reuse[];
}): PlagdetScores {
  const detections = byPair(found.detections);
  const recall = meanShare(found.cases, detections);
  const precision = meanShare(found.detections, byPair(found.cases));
  const counts = found.cases
    .map((one) => touching(one, detections).length)
    .filter((count) => count > 0);
  const granularity = counts.length === 0 ? 1 : mean(counts);
  const f1 = recall + precision === 0 ? 0 : (2 * recall * precision) / (recall + precision);
  return {
    plagdet: f1 / Math.log2(1 + granularity),
    recall,
    precision,
    granularity,
    hit: found.cases.length === 0 ? 0 : counts.length / found.cases.length,
  };
}

type ByPair = ReadonlyMap<string, readonly Reuse[]>;

function byPair(all: readonly Reuse[]): ByPair {
  const found = new Map<string, Reuse[]>();
  for (const one of all) found.set(one.pair, [...(found.get(one.pair) ?? []), one]);
  return found;
}

function touching(one: Reuse, others: ByPair): readonly Reuse[] {
  return (others.get(one.pair) ?? []).filter(
    (other) => overlap(one.suspicious, other.suspicious) && overlap(one.source, other.source),
  );
}

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Mean over `of` of the share of its characters, both sides together, inside those that touch it. */
function meanShare(of: readonly Reuse[], others: ByPair): number {
  return of.length === 0 ? 0 : mean(of.map((one) => shareInside(one, touching(one, others))));
}

function shareInside(one: Reuse, others: readonly Reuse[]): number {
  const length = sizeOf(one.suspicious) + sizeOf(one.source);
  const suspicious = charactersInside(
    one.suspicious,
    others.map((other) => other.suspicious),
  );
  const source = charactersInside(
    one.source,
    others.map((other) => other.source),
  );
  return length === 0 ? 0 : (suspicious + source) / length;
}

/** Characters of `whole` inside at least one of the spans. */
function charactersInside(whole: Span, spans: readonly Span[]): number {
  let count = 0;
  let reached = whole.start;
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const start = Math.max(span.start, reached);
    const end = Math.min(span.end, whole.end);
    count += Math.max(0, end - start);
    reached = Math.max(reached, end);
  }
  return count;
}

function sizeOf(span: Span): number {
  return span.end - span.start;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
