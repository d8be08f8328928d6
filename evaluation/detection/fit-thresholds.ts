import type { VerdictThresholds } from '../../domain/checks/verdict.ts';
import { groupBy } from './group-by.ts';
import { upperQuantile } from './metrics.ts';

export interface ScoredText {
  readonly chance: number;
  readonly isAi: boolean;
  readonly language: string;
  /** No threshold may treat one genre much worse than the rest. */
  readonly genre: string;
}

const leastGenre = 50;

/**
 * Borders of the verdicts of one language, from texts whose source the model never saw: `likely_ai` for at
 * most 1.5 % of the texts by people and 5 % of those of any one genre, `ai` for at most 0.3 % and 1.5 %.
 */
export function fitThresholds(texts: readonly ScoredText[]): VerdictThresholds {
  const human = texts.filter(({ isAi }) => !isAi);
  const ai = texts.filter(({ isAi }) => isAi).map(({ chance }) => chance);
  const genres = [...groupBy(human, ({ genre }) => genre).values()].filter(
    (genre) => genre.length >= leastGenre,
  );
  const border = ({ overall, worst }: { overall: number; worst: number }): number =>
    Math.max(
      upperQuantile(human.map(chanceOf), overall),
      ...genres.map((genre) => upperQuantile(genre.map(chanceOf), worst)),
    );
  const likelyAi = Math.max(leastLikelyAi, border({ overall: 0.015, worst: 0.05 }));
  // At most 10 % of the AI texts may be called `human`, a quarter `likely_human` or better.
  return {
    human: round(Math.min(0.15, upperQuantile(ai, 0.9))),
    likelyHuman: round(Math.min(0.35, upperQuantile(ai, 0.75))),
    likelyAi: round(likelyAi),
    ai: round(Math.max(leastAi, likelyAi, border({ overall: 0.003, worst: 0.015 }))),
  };
}

/** However well a language separates here, a verdict is never given on less. */
const leastLikelyAi = 0.75;
const leastAi = 0.93;

function chanceOf({ chance }: ScoredText): number {
  return chance;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
