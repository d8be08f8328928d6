import { BACKWARDS, END, FORWARDS, START } from '@eventstore/db-client';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { boundedRead, type ReadPorts } from './bounded-read.ts';
import { positionOf, recordedEvent } from './wire-event.ts';

export interface LogPorts extends ReadPorts {
  /** Put before the names of all streams. */
  readonly streamPrefix: string;
}

/** Reads go to the leader: a follower may be behind what was acknowledged. */
const requiresLeader = true;

export async function* readStream(
  ports: LogPorts,
  stream: string,
  fromRevision: number,
): AsyncGenerator<RecordedEvent> {
  const name = ports.streamPrefix + stream;
  const from = { fromRevision: BigInt(fromRevision), direction: FORWARDS, requiresLeader } as const;
  for await (const { event } of boundedRead(ports, (client) => client.readStream(name, from))) {
    if (event !== undefined) yield recordedEvent(event, ports.streamPrefix);
  }
}

/** The newest `count` events up to a revision, newest first. */
export async function readBackwards(
  ports: LogPorts,
  stream: string,
  { fromRevision, count }: { readonly fromRevision: number | null; readonly count: number },
): Promise<readonly RecordedEvent[]> {
  const options = {
    fromRevision: fromRevision === null ? END : BigInt(fromRevision),
    direction: BACKWARDS,
    maxCount: count,
    requiresLeader,
  } as const;
  const name = ports.streamPrefix + stream;
  const events: RecordedEvent[] = [];
  for await (const { event } of boundedRead(ports, (client) => client.readStream(name, options))) {
    if (event !== undefined) events.push(recordedEvent(event, ports.streamPrefix));
  }
  return events;
}

/** One record of the log: an event of ours, or only the place of somebody else's. */
export interface LogEntry {
  readonly position: number;
  readonly event: RecordedEvent | null;
}

/**
 * The log after a position, oldest first, with the places of events of other streams.
 * The server has reads of all streams start at a position, itself included, and cannot filter them.
 */
export async function* readEntries(
  ports: LogPorts,
  from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
  maxCount?: number,
): AsyncGenerator<LogEntry> {
  const { afterPosition, prefixes } = from;
  const options = {
    fromPosition: wirePosition(afterPosition),
    direction: FORWARDS,
    requiresLeader,
    ...(maxCount === undefined ? {} : { maxCount }),
  } as const;
  for await (const { event } of boundedRead(ports, (client) => client.readAll(options))) {
    if (event === undefined) continue;
    const position = positionOf(event);
    if (position <= afterPosition) continue;
    const ours = isOurs(event.streamId, ports.streamPrefix, prefixes);
    yield { position, event: ours ? recordedEvent(event, ports.streamPrefix) : null };
  }
}

export async function lastPosition(ports: LogPorts): Promise<number> {
  const options = { fromPosition: END, direction: BACKWARDS, maxCount: 1, requiresLeader } as const;
  for await (const { event } of boundedRead(ports, (client) => client.readAll(options))) {
    if (event !== undefined) return positionOf(event);
  }
  return 0;
}

/** The server's own streams begin with a dollar sign and are nobody's events. */
function isOurs(name: string, streamPrefix: string, prefixes: readonly string[]): boolean {
  if (name.startsWith('$')) return false;
  return prefixes.some((prefix) => name.startsWith(streamPrefix + prefix));
}

export function wirePosition(position: number): typeof START | { commit: bigint; prepare: bigint } {
  // Commit and prepare position of what is written over gRPC are the same (EventStore, AllReader).
  return position === 0 ? START : { commit: BigInt(position), prepare: BigInt(position) };
}
