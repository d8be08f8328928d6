import type { Sample } from './samples.ts';

export interface Balance {
  /** Share that a genre with one label only keeps: it must not teach that the genre is the label. */
  readonly oneSided: number;
  /** How many times the texts of the 2026 assistant count. */
  readonly recent: number;
}

const languageShare: Readonly<Record<string, number>> = {
  en: 1,
  de: 0.35,
  es: 0.35,
  fr: 0.35,
  it: 0.35,
  pt: 0.35,
};

/**
 * Weight of each sample, summing to 1: within a language and genre both labels weigh the same, within a
 * label a collection counts by the square root of its size, genres by what both labels have.
 */
export function balancedWeights(samples: readonly Sample[], balance: Balance): Float64Array {
  const collections = countBy(samples, collectionOf);
  const raw = samples.map((sample) => {
    const size = collections.get(collectionOf(sample)) ?? 1;
    return (isRecent(sample) ? balance.recent : 1) / Math.sqrt(size);
  });
  const cells = sumBy(samples, raw, cellOf);
  const genreMass = massOfGenres(cells, balance.oneSided);
  const languages = new Map<string, number>();
  for (const [genre, mass] of genreMass) add(languages, genre.slice(0, 2), mass);
  const weights = Float64Array.from(samples, (sample, index) => {
    const mass = genreMass.get(genreKey(sample)) ?? 0;
    const share =
      (languageShare[sample.language] ?? 0.35) * (mass / (languages.get(sample.language) ?? 1));
    return (share * (raw[index] ?? 0)) / (cells.get(cellOf(sample)) ?? 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

export function isRecent(sample: Pick<Sample, 'part'>): boolean {
  return sample.part === 'written' || sample.part === 'matched';
}

function massOfGenres(cells: ReadonlyMap<string, number>, oneSided: number): Map<string, number> {
  const genres = new Set([...cells.keys()].map((cell) => cell.slice(0, cell.lastIndexOf('|'))));
  return new Map(
    [...genres].map((genre) => {
      const human = cells.get(`${genre}|human`) ?? 0;
      const ai = cells.get(`${genre}|ai`) ?? 0;
      return [genre, Math.sqrt(human * ai) || oneSided * Math.max(human, ai)];
    }),
  );
}

function genreKey(sample: Sample): string {
  return `${sample.language}|${sample.genre}`;
}

function cellOf(sample: Sample): string {
  return `${genreKey(sample)}|${sample.isAi ? 'ai' : 'human'}`;
}

function collectionOf(sample: Sample): string {
  return `${cellOf(sample)}|${sample.source}|${sample.domain}`;
}

function countBy(samples: readonly Sample[], key: (sample: Sample) => string): Map<string, number> {
  return sumBy(
    samples,
    samples.map(() => 1),
    key,
  );
}

function sumBy(
  samples: readonly Sample[],
  values: readonly number[],
  key: (sample: Sample) => string,
): Map<string, number> {
  const sums = new Map<string, number>();
  samples.forEach((sample, index) => {
    add(sums, key(sample), values[index] ?? 0);
  });
  return sums;
}

function add(sums: Map<string, number>, key: string, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}
