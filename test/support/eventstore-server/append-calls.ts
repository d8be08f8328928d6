import { setTimeout as sleep } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import statusPb from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall, handleClientStreamingCall } from '@grpc/grpc-js';
import anyPb from 'google-protobuf/google/protobuf/any_pb.js';
import emptyPb from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Faults } from './faults.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Expected, Outcome, Proposed, ServerLog } from './server-log.ts';
import {
  appendTooLarge,
  proposedEvent,
  streamIdentifier,
  streamName,
  timedOut,
  unavailable,
} from './wire.ts';

type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendResp = InstanceType<typeof streams.AppendResp>;
type BatchAppendReq = InstanceType<typeof streams.BatchAppendReq>;
type BatchAppendResp = InstanceType<typeof streams.BatchAppendResp>;

export interface AppendSettings {
  readonly log: ServerLog;
  readonly faults: Faults;
  readonly refusal: Gatekeeper;
  /** Bytes; the server's default is 1 MiB. */
  readonly maxAppendSize: number;
}

interface Append {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: readonly Proposed[];
}

/** How an append ends: with the log's outcome, with an error of the call, or never. */
type Ending =
  | { readonly type: 'outcome'; readonly outcome: Outcome }
  | { readonly type: 'error'; readonly error: ReturnType<typeof appendTooLarge> }
  | { readonly type: 'too large' }
  | { readonly type: 'silence' };

async function perform(settings: AppendSettings, append: Append): Promise<Ending> {
  const { log, faults } = settings;
  const fault = faults.appends.shift() ?? 'none';
  // EventStore: Event.SizeOnDisk.
  const size = append.events.reduce(
    (sum, { data, metadata, type }) => sum + data.length + metadata.length + type.length * 2,
    0,
  );
  if (size > settings.maxAppendSize) return { type: 'too large' };
  const apply = (): Ending => ({
    type: 'outcome',
    outcome: log.append(append.stream, append.expected, append.events),
  });
  switch (fault) {
    case 'none':
      return apply();
    case 'silent before applying':
      return { type: 'silence' };
    case 'silent after applying':
      apply();
      return { type: 'silence' };
    case 'reset before applying':
      return { type: 'error', error: unavailable };
    case 'reset after applying':
      apply();
      return { type: 'error', error: unavailable };
    case 'late after time-out':
      setTimeout(apply, faults.slowMs);
      return { type: 'error', error: timedOut };
    case 'slow':
      await sleep(faults.slowMs);
      return apply();
    case 'very slow': {
      const ending = apply();
      await sleep(faults.verySlowMs);
      return ending;
    }
  }
}

/** EventStore: Streams.Append. */
export function appendCall(
  settings: AppendSettings,
): handleClientStreamingCall<AppendReq, AppendResp> {
  return (call, answer) => {
    const refusal = settings.refusal(call.metadata);
    if (refusal !== null) {
      answer(refusal);
      return;
    }
    let target: Omit<Append, 'events'> = { stream: '', expected: 'any' };
    const events: Proposed[] = [];
    call.on('data', (request: AppendReq) => {
      const options = request.getOptions();
      const message = request.getProposedMessage();
      if (options !== undefined) {
        const stream = streamName(options.getStreamIdentifier());
        target = { stream, expected: expectedOf(options, options.getRevision()) };
      }
      if (message !== undefined) events.push(proposedEvent(message));
    });
    call.on('error', () => undefined);
    call.on('end', async () => {
      // A client whose connection broke off ends its stream, too, and is known to have gone a moment later.
      // What it wanted to append is not whole (EventStore: reading the next message throws).
      await untilClosed();
      if (call.cancelled || events.length === 0) return;
      const ending = await perform(settings, { ...target, events });
      if (ending.type === 'silence') return;
      if (ending.type === 'error') answer(ending.error);
      else if (ending.type === 'too large') answer(appendTooLarge(settings.maxAppendSize));
      else answer(null, appendResponse(ending.outcome));
    });
  };
}

async function untilClosed(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve));
}

function expectedOf(
  options: { hasNoStream(): boolean; hasAny(): boolean; hasStreamExists(): boolean },
  revision: string,
): Expected {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasAny()) return 'any';
  return options.hasStreamExists() ? 'stream exists' : Number(revision);
}

function appendResponse(outcome: Outcome): AppendResp {
  const response = new streams.AppendResp();
  if (outcome.type === 'written') {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streams.AppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const wrong = new streams.AppendResp.WrongExpectedVersion();
  if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
  else wrong.setCurrentRevision(String(outcome.actual));
  response.setWrongExpectedVersion(wrong);
  return response;
}

/** EventStore: Streams.BatchAppend. One call carries many appends, told apart by their correlation id. */
export function batchAppendCall(
  settings: AppendSettings,
): handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> {
  return (call) => {
    const refusal = settings.refusal(call.metadata);
    if (refusal !== null) {
      call.emit('error', refusal);
      return;
    }
    const pending = new Map<string, Omit<Append, 'events'> & { readonly events: Proposed[] }>();
    call.on('error', () => undefined);
    call.on('end', () => call.end());
    call.on('data', async (request: BatchAppendReq) => {
      const correlation = request.getCorrelationId()?.getString() ?? '';
      const options = request.getOptions();
      if (options !== undefined) {
        const stream = streamName(options.getStreamIdentifier());
        const expected = expectedOf(options, options.getStreamPosition());
        pending.set(correlation, { stream, expected, events: [] });
      }
      const append = pending.get(correlation);
      append?.events.push(...request.getProposedMessagesList().map(proposedEvent));
      if (append === undefined || !request.getIsFinal()) return;
      pending.delete(correlation);
      const ending = await perform(settings, append);
      if (ending.type === 'silence') return;
      if (ending.type === 'error') {
        call.emit('error', ending.error);
        return;
      }
      const response = batchResponse(ending, settings.maxAppendSize);
      response.setCorrelationId(request.getCorrelationId());
      response.setStreamIdentifier(streamIdentifier(append.stream));
      call.write(response);
    });
  };
}

function batchResponse(
  ending: Extract<Ending, { readonly type: 'outcome' | 'too large' }>,
  maxAppendSize: number,
): BatchAppendResp {
  const response = new streams.BatchAppendResp();
  if (ending.type === 'too large') {
    const details = new shared.MaximumAppendSizeExceeded();
    details.setMaxappendsize(maxAppendSize);
    response.setError(packed(details.serializeBinary(), 'MaximumAppendSizeExceeded'));
    return response;
  }
  const { outcome } = ending;
  if (outcome.type === 'written') {
    const position = new shared.AllStreamPosition();
    position.setCommitPosition(String(outcome.position));
    position.setPreparePosition(String(outcome.position));
    const success = new streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(outcome.revision));
    success.setPosition(position);
    response.setSuccess(success);
    return response;
  }
  const details = new shared.WrongExpectedVersion();
  if (outcome.actual < 0) details.setCurrentNoStream(new emptyPb.Empty());
  else details.setCurrentStreamRevision(String(outcome.actual));
  response.setError(packed(details.serializeBinary(), 'WrongExpectedVersion'));
  return response;
}

function packed(bytes: Uint8Array, name: string): InstanceType<typeof statusPb.Status> {
  const details = new anyPb.Any();
  details.pack(bytes, `event_store.client.${name}`);
  const error = new statusPb.Status();
  error.setMessage(name);
  error.setDetails(details);
  return error;
}
