import type { RecordedEvent } from '../domain/shared/event.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';

/** Somebody whose answer is decided, and who waits for the read models to show it. */
export interface Waiting {
  accept(): void;
  reject(reason: unknown): void;
}

/** Events on their way to the read models, and who waits for that. */
export interface Projectable {
  readonly events: readonly RecordedEvent[];
  readonly waiting: readonly Waiting[];
}

/**
 * Projects the events of one stream in order, all that waits at once, while the next batch is already on
 * its way to the disk. What could not be projected goes along with the next batch: an answer that rests
 * on an earlier event, such as that of a repeated revocation, must not be given before that event shows.
 */
export function projectionQueue(
  project: (events: readonly RecordedEvent[]) => Promise<void>,
  gather: () => Promise<void>,
): Mailbox<Projectable> {
  let late: readonly RecordedEvent[] = [];
  const handle = async (batches: readonly Projectable[]): Promise<void> => {
    const events = [...late, ...batches.flatMap((batch) => batch.events)];
    const waiting = batches.flatMap((batch) => batch.waiting);
    try {
      if (events.length > 0) await project(events);
      late = [];
      for (const one of waiting) one.accept();
    } catch (error) {
      late = events;
      for (const one of waiting) one.reject(error);
    }
  };
  return openMailbox(handle, gather);
}
