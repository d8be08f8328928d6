import type { AppendResult } from '../../application/ports/event-store.ts';
import type { AppendableEvent, RecordedEvent } from '../../domain/shared/event.ts';

export interface AppendRequest {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly AppendableEvent[];
}

/** The outcome of the first time, when exactly these events stand there already. */
export function repeatOf(
  stream: readonly RecordedEvent[],
  { expected, events }: AppendRequest,
): AppendResult | null {
  if (events.length === 0) return { ok: true, lastRevision: expected, positions: [] };
  const there = stream.slice(expected + 1, expected + 1 + events.length);
  const isSame =
    there.length === events.length &&
    there.every((event, index) => {
      const other = events[index];
      return other !== undefined && contentOf(event) === contentOf(other);
    });
  if (!isSame) return null;
  const positions = there.map(({ position }) => position);
  return { ok: true, lastRevision: expected + events.length, positions };
}

function contentOf({ id, type, version, data, metadata }: AppendableEvent): string {
  return JSON.stringify([id, type, version, data, metadata]);
}
