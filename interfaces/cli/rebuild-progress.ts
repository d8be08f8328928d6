/** A line a second says enough. */
const intervalMs = 1_000;

export interface RebuildProgress {
  readonly events: number;
  readonly position: number;
  readonly target: number;
}

/**
 * Turns the progress of a rebuild into lines for a person: events so far, their rate, and about how long
 * the rest takes, by positions of the log.
 */
export function rebuildProgress(options: { say(line: string): void; nowMs(): number }): {
  start(from: { readonly position: number; readonly resumed: boolean }): void;
  progress(progress: RebuildProgress): void;
} {
  const { say, nowMs } = options;
  const startedMs = nowMs();
  let startedAt = 0;
  let saidMs = startedMs;
  return {
    start({ position, resumed }) {
      startedAt = position;
      if (resumed) say(`going on where an interrupted rebuild was, after position ${position}`);
      else if (position > 0) say(`replaying what comes after position ${position}`);
    },
    progress({ events, position, target }) {
      const now = nowMs();
      if (now - saidMs < intervalMs && position < target) return;
      saidMs = now;
      const seconds = Math.max(now - startedMs, 1) / 1_000;
      const done = Math.max(position - startedAt, 1);
      const left = Math.ceil((seconds * (target - position)) / done);
      const rate = Math.round(events / seconds);
      say(`${events} events, ${rate}/s, position ${position} of ${target}, about ${left} s left`);
    },
  };
}
