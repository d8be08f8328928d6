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

/**
 * `exact` also asks that the row holds the very text that was written: not one blank more, no member twice,
 * none that nobody reads.
 */
export type RowForm = 'readable' | 'exact';

/** @throws UnreadableEventError when the row does not hold an event. */
export function recordedEvent(row: EventRow, form: RowForm = 'readable'): RecordedEvent {
  const { stream, revision, position, type, version } = row;
  const id = eventId(uuidText(row.id.toString('hex')));
  try {
    const data = parseEventData(JSON.parse(row.data));
    const written: unknown = JSON.parse(row.metadata);
    const metadata = parseEventMetadata(written);
    if (form === 'exact') assertAsWritten(row, { data, metadata, written });
    return {
      id,
      type,
      version,
      data,
      metadata,
      stream,
      revision,
      position,
    };
  } catch (cause) {
    throw new UnreadableEventError({ stream, revision, position, id }, { cause });
  }
}

function assertAsWritten(
  row: EventRow,
  read: Pick<RecordedEvent, 'data' | 'metadata'> & { readonly written: unknown },
): void {
  // Members of metadata may stand in any order, but what was read must be all there is.
  const whole =
    row.data === JSON.stringify(read.data) &&
    row.metadata === JSON.stringify(read.written) &&
    row.metadata.length === JSON.stringify(read.metadata).length;
  if (!whole) throw new Error('it does not hold the text that was written');
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
