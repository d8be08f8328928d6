import { randomUUID } from 'node:crypto';
import type { AppendableEvent } from '../../domain/shared/event.ts';
import { eventId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';

/** An event of no particular meaning, ready to be appended. */
export function sampleEvent(data: JsonObject = {}, type = 'SampleHappened'): AppendableEvent {
  return {
    id: eventId(randomUUID()),
    type,
    version: 1,
    data,
    metadata: {
      occurredAt: instant(1_700_000_000_000),
      correlationId: 'request-1',
      causationId: 'command-1',
      actor: { kind: 'system' },
      previousHash: null,
    },
  };
}

export function sampleEvents(count: number): readonly AppendableEvent[] {
  return Array.from({ length: count }, (_, number) => sampleEvent({ number }));
}

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

/** Waits until a condition holds; fails with its description after five seconds. */
export async function eventually(description: string, holds: () => boolean): Promise<void> {
  for (let waitedMs = 0; !holds(); waitedMs += 5) {
    if (waitedMs > 5_000) throw new Error(`still not so after 5 s: ${description}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
