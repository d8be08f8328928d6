import type { VerdictThresholds } from '../../domain/checks/verdict.ts';
import { groupBy } from './group-by.ts';
import { upperQuantile } from './metrics.ts';

export interface ScoredText {
  readonly chance: number;
  readonly isAi: boolean;
  /** Language and genre: the groups that no threshold may treat much worse than the rest. */
  readonly group: string;
}

const leastGroup = 60;

/**
 * Borders of the verdicts from texts whose source the model never saw: `likely_ai` for at most 2 % of the
 * texts by people and 6 % of those of any one group, `ai` for at most 0.3 % and 1 %.
 */
export function fitThresholds(texts: readonly ScoredText[]): VerdictThresholds {
  const human = texts.filter(({ isAi }) => !isAi);
  const ai = texts.filter(({ isAi }) => isAi).map(({ chance }) => chance);
  const groups = [...groupBy(human, ({ group }) => group).values()].filter(
    (group) => group.length >= leastGroup,
  );
  const border = (overall: number, worst: number): number =>
    Math.max(
      upperQuantile(
        human.map(({ chance }) => chance),
        overall,
      ),
      ...groups.map((group) =>
        upperQuantile(
          group.map(({ chance }) => chance),
          worst,
        ),
      ),
    );
  const likelyAi = border(0.02, 0.06);
  // At most 10 % of the AI texts may be called `human`, a quarter `likely_human` or better.
  return {
    human: round(Math.min(0.15, upperQuantile(ai, 0.9))),
    likelyHuman: round(Math.min(0.35, upperQuantile(ai, 0.75))),
    likelyAi: round(likelyAi),
    ai: round(Math.max(likelyAi, border(0.003, 0.01))),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
