import { UnreadableEventError } from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { eventId } from '../../domain/shared/ids.ts';
import { parseEventData, parseEventMetadata } from '../events/event-parts.ts';

/** An event as the database holds it, with the name of its stream. */
export interface EventRow {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: Buffer;
  readonly type: string;
  readonly version: number;
  readonly data: string;
  readonly metadata: string;
}

/** @throws UnreadableEventError when the row does not hold an event. */
export function recordedEvent(row: EventRow): RecordedEvent {
  const { stream, revision, position, type, version } = row;
  const id = eventId(uuidText(row.id.toString('hex')));
  try {
    const data = parseEventData(JSON.parse(row.data));
    return {
      id,
      type,
      version,
      data,
      metadata: parseEventMetadata(JSON.parse(row.metadata)),
      stream,
      revision,
      position,
    };
  } catch (cause) {
    throw new UnreadableEventError({ stream, revision, position, id }, { cause });
  }
}

function uuidText(hex: string): string {
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-');
}
