import type { Sample } from './samples.ts';

const foldCount = 8;

/** Research sets that share prompts or writers stay together. */
const researchFolds: Readonly<Record<string, number>> = {
  ArguGPT: 0,
  'Corizzo-EN': 0,
  OUTFOX: 1,
  DetectRL: 2,
  'Fast-DetectGPT': 3,
  Glimpse: 4,
  'HC3-Plus-SI': 5,
  'IU-corpus': 6,
  'Corizzo-ES': 7,
  Raidar: 7,
};

/**
 * The fold that each sample is left out in: whole sources of people's texts with the texts written to match
 * them, whole research sets, whole genres of the 2026 assistant.
 */
export function sourceFolds(samples: readonly Sample[]): number[] {
  const prose = proseFolds(samples);
  const genres = [
    ...new Set(samples.filter(({ part }) => part === 'written').map(({ domain }) => domain)),
  ];
  genres.sort();
  const byId = new Map(samples.map((sample) => [sample.id, sample]));
  return samples.map((sample) => {
    if (sample.part === 'research') return researchFolds[sample.source] ?? 0;
    if (sample.part === 'written') return genres.indexOf(sample.domain) % foldCount;
    const writer = sample.part === 'matched' ? byId.get(sample.brief ?? '') : sample;
    return writer === undefined ? 0 : (prose.get(sourceKey(writer)) ?? 0);
  });
}

/** The fold that each sample is left out in when whole genres are left out, whatever their source. */
export function genreFolds(samples: readonly Sample[]): number[] {
  const genres = [...new Set(samples.map(({ genre }) => genre))].sort();
  return samples.map(({ genre }) => genres.indexOf(genre));
}

/** Sources of each language in turn, so that every fold leaves out some of each. */
function proseFolds(samples: readonly Sample[]): Map<string, number> {
  const sources = [
    ...new Set(samples.filter(({ part }) => part === 'prose').map(sourceKey)),
  ].sort();
  const next = new Map<string, number>();
  return new Map(
    sources.map((source) => {
      const language = source.slice(0, 2);
      const fold = next.get(language) ?? language.charCodeAt(0) + language.charCodeAt(1);
      next.set(language, fold + 1);
      return [source, fold % foldCount];
    }),
  );
}

function sourceKey(sample: Sample): string {
  return `${sample.language}|${sample.source}`;
}
