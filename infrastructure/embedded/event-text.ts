import type { AppendableEvent } from '../../domain/shared/event.ts';

/** An event as the columns of its row hold it. */
export interface EventText {
  /** The UUID's 32 hex digits. */
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: string;
  readonly metadata: string;
}

const partsPerEvent = 5;

/** One text of parts that end with a line break. None holds one: ids and types are words, JSON escapes it. */
export function packEvents(events: readonly AppendableEvent[]): string {
  let packed = '';
  for (const { id, type, version, data, metadata, dataText } of events) {
    const head = `${id.replaceAll('-', '')}\n${type}\n${version}`;
    packed += `${head}\n${dataText ?? JSON.stringify(data)}\n${JSON.stringify(metadata)}\n`;
  }
  return packed;
}

export function unpackEvents(packed: string): readonly EventText[] {
  const parts = packed.split('\n');
  const events: EventText[] = [];
  for (let at = 0; at + partsPerEvent <= parts.length; at += partsPerEvent) {
    events.push({
      id: parts[at] ?? '',
      type: parts[at + 1] ?? '',
      version: Number(parts[at + 2]),
      data: parts[at + 3] ?? '',
      metadata: parts[at + 4] ?? '',
    });
  }
  return events;
}
