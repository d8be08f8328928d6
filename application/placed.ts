import type { AppendableEvent, RecordedEvent } from '../domain/shared/event.ts';

/** The events of one append as they now stand in the log, behind the revision they were appended at. */
export function placed(
  append: {
    readonly stream: string;
    readonly base: number;
    readonly positions: readonly number[];
  },
  events: readonly AppendableEvent[],
): readonly RecordedEvent[] {
  const { stream, base, positions } = append;
  return events.map((event, index) => {
    const position = positions[index];
    if (position === undefined) throw new Error('the store answered fewer positions than events');
    const { id, type, version, data, metadata } = event;
    return { id, type, version, data, metadata, stream, revision: base + 1 + index, position };
  });
}
