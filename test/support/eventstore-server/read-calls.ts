import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleServerStreamingCall } from '@grpc/grpc-js';
import {
  type CallWriter,
  callWriter,
  type ReadOptions,
  type ReadReq,
  type ReadResp,
  type ReadSettings,
} from './call-writer.ts';
import { indexAt, type ServerLog, type Stored } from './server-log.ts';
import { runSubscription } from './subscription.ts';
import { eventResponse, streamName, streamNotFound, unavailable } from './wire.ts';

/** EventStore: Streams.Read: reads of one stream, reads of all, and subscriptions to all. */
export function readCall(settings: ReadSettings): handleServerStreamingCall<ReadReq, ReadResp> {
  return async (call) => {
    const writer = callWriter(call);
    settings.open.add(call);
    writer.onEnd(() => settings.open.delete(call));
    const refusal = settings.refusal(call.metadata);
    if (refusal !== null) {
      writer.fail(refusal);
      return;
    }
    const options = call.request.getOptions();
    if (options === undefined) throw new Error('a read without options');
    if (options.hasSubscription()) await runSubscription(settings, writer, options);
    else await runRead(settings, writer, options);
  };
}

async function runRead(
  { log, faults }: ReadSettings,
  writer: CallWriter,
  options: ReadOptions,
): Promise<void> {
  const fault = faults.reads.shift() ?? 'none';
  if (fault === 'silent') return;
  const stream = options.getStream();
  const found = stream === undefined ? eventsOfAll(log, options) : eventsOfStream(log, options);
  if (found === null) await writer.send(streamNotFound(streamName(stream?.getStreamIdentifier())));
  const halfWay = Math.ceil((found?.length ?? 0) / 2);
  for (const [index, event] of found?.entries() ?? []) {
    if (index === halfWay && fault === 'silent half way') return;
    if (index === halfWay && fault === 'reset half way') break;
    await writer.send(eventResponse(event, stream === undefined));
    if (writer.ended()) return;
  }
  if (fault === 'reset half way') writer.fail(unavailable);
  else writer.end();
}

function isBackwards(options: ReadOptions): boolean {
  return options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;
}

/** EventStore: ReadStreamForwards and ReadStreamBackwards; null for a stream that does not exist. */
function eventsOfStream(log: ServerLog, options: ReadOptions): readonly Stored[] | null {
  const stream = options.getStream();
  const events = log.stream(streamName(stream?.getStreamIdentifier()));
  if (events.length === 0) return null;
  const count = Number(options.getCount());
  const revision = Number(stream?.getRevision());
  if (isBackwards(options)) {
    const end = stream?.hasEnd() === true ? events.length : revision + 1;
    return events.slice(Math.max(0, end - count), end).reverse();
  }
  const start = stream?.hasStart() === true ? 0 : revision;
  return events.slice(start, start + count);
}

/** EventStore: AllReader. Forwards the position is that of the first event, backwards that behind it. */
function eventsOfAll({ events }: ServerLog, options: ReadOptions): readonly Stored[] {
  const all = options.getAll();
  const count = Number(options.getCount());
  const index = indexAt(events, Number(all?.getPosition()?.getCommitPosition() ?? 0));
  if (isBackwards(options)) {
    const end = all?.hasEnd() === true ? events.length : index;
    return events.slice(Math.max(0, end - count), end).reverse();
  }
  return events.slice(index, index + count);
}
