import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type EventStore, UnreadableEventError } from '../ports/event-store.ts';

/** Where something stands in the log. */
export type Place = UnreadableEventError['place'];

export type Read =
  | { readonly event: RecordedEvent }
  | { readonly event: null; readonly place: Place };

/** Everything in the log after a position, and the places where something stands that is no event. */
export async function* readableOrNot(
  eventStore: EventStore,
  from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
): AsyncGenerator<Read> {
  let position = from.afterPosition;
  for (let more = true; more; ) {
    try {
      for await (const event of eventStore.readAll(position, from.prefixes)) {
        position = event.position;
        yield { event };
      }
      more = false;
    } catch (error) {
      if (!(error instanceof UnreadableEventError)) throw error;
      position = error.place.position;
      yield { event: null, place: error.place };
    }
  }
}
