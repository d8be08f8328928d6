import type { Credits } from '../shared/credits.ts';
import type { CheckId } from '../shared/ids.ts';
import { addMs, type Instant } from '../shared/instant.ts';
import { emptyMap, mapGet, mapSet, type PersistentMap } from '../shared/persistent-map.ts';

/** How a check ended. Kept at least 24 hours, so that a repeated command finds its first outcome. */
export type SettledCheck =
  | { readonly status: 'debited'; readonly amount: Credits }
  | {
      readonly status: 'unpaid';
      /** Holds that came to nothing; the next one counts on. */
      readonly attempts: number;
      /** Whether it was answered from the cache. */
      readonly served: boolean;
    };

/** Two generations of ended checks: every one is remembered for at least a day, and for two or a little more. */
export interface SettledWindow {
  readonly since: Instant | null;
  readonly current: PersistentMap<SettledCheck>;
  readonly previous: PersistentMap<SettledCheck>;
}

export const emptySettledWindow: SettledWindow = {
  since: null,
  current: emptyMap(),
  previous: emptyMap(),
};

const settledWindowMs = 24 * 60 * 60 * 1000;

export function recall(window: SettledWindow, check: CheckId): SettledCheck | undefined {
  return mapGet(window.current, check) ?? mapGet(window.previous, check);
}

export function remember(
  window: SettledWindow,
  settled: { checkId: CheckId; outcome: SettledCheck; occurredAt: Instant },
): SettledWindow {
  const { checkId, outcome, occurredAt } = settled;
  const since = window.since ?? occurredAt;
  if (occurredAt < addMs(since, settledWindowMs)) {
    return { ...window, since, current: mapSet(window.current, checkId, outcome) };
  }
  const skipped = occurredAt >= addMs(since, 2 * settledWindowMs);
  return {
    since: occurredAt,
    previous: skipped ? emptyMap() : window.current,
    current: mapSet(emptyMap<SettledCheck>(), checkId, outcome),
  };
}
