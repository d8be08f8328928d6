import type { EventReader } from './event-reader.ts';

/** How long an append of another process stays unseen. */
const pollMs = 50;

/** Wakes the subscriptions of this process when the log has grown. */
export interface LogSignal {
  /** Says that the log has grown by our own doing: nobody has to wait for the next look at the file. */
  raise(): void;
  /** How often the log was seen to have grown. */
  count(): number;
  /** Resolves when the log has grown since `count` was taken, whoever caused it, or when `stop` fires. */
  wait(count: number, stop: AbortSignal): Promise<void>;
}

export function logSignal(reader: Pick<EventReader, 'dataVersion'>): LogSignal {
  const sleepers = new Set<() => void>();
  let timer: NodeJS.Timeout | undefined;
  let seenVersion = reader.dataVersion();
  let raised = 0;

  const raise = (): void => {
    raised += 1;
    clearInterval(timer);
    timer = undefined;
    for (const wake of [...sleepers]) wake();
  };
  const look = (): void => {
    const version = versionOf(reader);
    if (version === seenVersion) return;
    seenVersion = version;
    raise();
  };
  return {
    raise,
    count: () => raised,
    wait: (count, stop) =>
      new Promise((resolve) => {
        if (stop.aborted || raised !== count) return resolve();
        const wake = (): void => {
          sleepers.delete(wake);
          stop.removeEventListener('abort', wake);
          resolve();
        };
        sleepers.add(wake);
        stop.addEventListener('abort', wake);
        timer ??= setInterval(look, pollMs).unref();
      }),
  };
}

/** A file that cannot be read just now counts as changed: the reader then meets the error and waits. */
function versionOf(reader: Pick<EventReader, 'dataVersion'>): number {
  try {
    return reader.dataVersion();
  } catch {
    return Number.NaN;
  }
}
