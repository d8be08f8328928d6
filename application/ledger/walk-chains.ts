import type { RecordedEvent } from '../../domain/shared/event.ts';
import { chainHash, type Sha256 } from '../../domain/shared/hash-chain.ts';
import type { EventStore } from '../ports/event-store.ts';
import { type Place, readableOrNot } from './readable-or-not.ts';

/** One step through the log: an event with its chain hash, or a place where the chain is broken. */
export type ChainStep =
  | { readonly event: RecordedEvent; readonly hash: string; readonly fault: null }
  | { readonly place: Place; readonly fault: string };

/**
 * Walks the log in its order up to a position and follows the chain of every stream. A stream is not
 * followed beyond its first fault. Keeps one hash a stream.
 */
export async function* walkChains(
  ports: { readonly eventStore: EventStore; readonly sha256: Sha256 },
  range: { readonly to: number; readonly prefixes: readonly string[] },
): AsyncGenerator<ChainStep> {
  const ends = new Map<string, ChainEnd>();
  const start = { afterPosition: 0, prefixes: range.prefixes };
  for await (const read of readableOrNot(ports.eventStore, start)) {
    const place = read.event ?? read.place;
    if (place.position > range.to) return;
    const end = ends.get(place.stream);
    if (end === 'broken') continue;
    if (read.event === null) {
      ends.set(place.stream, 'broken');
      yield { place: read.place, fault: 'it is no event' };
      continue;
    }
    const { event } = read;
    const fault = linkFault(end, event);
    if (fault !== null) {
      ends.set(event.stream, 'broken');
      yield fault;
      continue;
    }
    const hash = chainHash(event, ports.sha256);
    ends.set(event.stream, { place: placeOf(event), hash });
    yield { event, hash, fault: null };
  }
}

type ChainEnd = { readonly place: Place; readonly hash: string } | 'broken';

function linkFault(end: Exclude<ChainEnd, 'broken'> | undefined, event: RecordedEvent) {
  const due = (end?.place.revision ?? -1) + 1;
  if (event.revision !== due) {
    const fault = `expected revision ${due}, found ${event.revision}`;
    return { place: placeOf(event), fault };
  }
  if (event.metadata.previousHash === (end?.hash ?? null)) return null;
  const fault =
    'the next event does not carry its hash: it was changed, or what followed it is gone';
  return { place: end?.place ?? placeOf(event), fault };
}

function placeOf({ stream, revision, position, id }: RecordedEvent): Place {
  return { stream, revision, position, id };
}
