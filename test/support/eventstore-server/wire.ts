import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import type { ReadResp } from './call-writer.ts';
import type { Proposed, Stored } from './server-log.ts';

/** .NET ticks: 100 ns. */
const ticksPerMs = 10_000;

interface ProposedMessage {
  getId(): InstanceType<typeof shared.UUID> | undefined;
  getMetadataMap(): { get(name: string): string | undefined };
  getData_asU8(): Uint8Array;
  getCustomMetadata_asU8(): Uint8Array;
}

export function proposedEvent(message: ProposedMessage): Proposed {
  return {
    id: uuidText(message.getId()),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

function uuidText(uuid: InstanceType<typeof shared.UUID> | undefined): string {
  return (uuid?.getString() ?? '').toLowerCase();
}

export function streamName(
  identifier: InstanceType<typeof shared.StreamIdentifier> | undefined,
): string {
  return Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
}

export function streamIdentifier(name: string): InstanceType<typeof shared.StreamIdentifier> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Uint8Array.from(Buffer.from(name, 'utf8')));
  return identifier;
}

/** EventStore: Streams.Read.ConvertToReadEvent; reads of one stream carry no position of `$all`. */
export function eventResponse(event: Stored, ofAll: boolean): ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new shared.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(streamIdentifier(event.stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(String(event.position));
  recorded.setPreparePosition(String(event.position));
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', String(event.createdMs * ticksPerMs));
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  if (ofAll) read.setCommitPosition(String(event.position));
  else read.setNoPosition(new shared.Empty());
  const response = new streams.ReadResp();
  response.setEvent(read);
  return response;
}

export function checkpointResponse(position: number): ReadResp {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(String(position));
  checkpoint.setPreparePosition(String(position));
  const response = new streams.ReadResp();
  response.setCheckpoint(checkpoint);
  return response;
}

export interface CallError {
  readonly code: number;
  readonly details: string;
  readonly metadata?: Metadata;
}

export const unavailable: CallError = { code: status.UNAVAILABLE, details: 'the connection broke' };

/** EventStore: RpcExceptions.Timeout. */
export const timedOut: CallError = { code: status.ABORTED, details: 'Operation timed out' };

/** EventStore: RpcExceptions.NoLeaderInfo. */
export const noLeader: CallError = {
  code: status.UNKNOWN,
  details: 'No leader info available in response',
};

export const unauthenticated: CallError = {
  code: status.UNAUTHENTICATED,
  details: 'Unauthenticated',
};

/** EventStore: RpcExceptions.LeaderInfo. */
export function notLeader(port: number): CallError {
  return failure({
    code: status.NOT_FOUND,
    details: 'Leader info available',
    exception: 'not-leader',
    more: { 'leader-endpoint-host': '127.0.0.1', 'leader-endpoint-port': String(port) },
  });
}

/** EventStore: RpcExceptions.MaxAppendSizeExceeded. */
export function appendTooLarge(maxAppendSize: number): CallError {
  return failure({
    code: status.INVALID_ARGUMENT,
    details: `Maximum Append Size of ${maxAppendSize} Exceeded.`,
    exception: 'maximum-append-size-exceeded',
    more: { 'maximum-append-size': String(maxAppendSize) },
  });
}

function failure(error: {
  readonly code: number;
  readonly details: string;
  readonly exception: string;
  readonly more: Readonly<Record<string, string>>;
}): CallError {
  const metadata = new Metadata();
  metadata.set('exception', error.exception);
  for (const [name, value] of Object.entries(error.more)) metadata.set(name, value);
  return { code: error.code, details: error.details, metadata };
}

/** A position that a client cannot have from the server: the real one answers as it does to garbage. */
export const invalidPosition = { code: status.INVALID_ARGUMENT, details: 'Invalid position' };

export function confirmation(id: string): ReadResp {
  const confirmed = new streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId(id);
  const response = new streams.ReadResp();
  response.setConfirmation(confirmed);
  return response;
}

export function caughtUp(): ReadResp {
  const response = new streams.ReadResp();
  response.setCaughtUp(new streams.ReadResp.CaughtUp());
  return response;
}

export function streamNotFound(name: string): ReadResp {
  const missing = new streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(streamIdentifier(name));
  const response = new streams.ReadResp();
  response.setStreamNotFound(missing);
  return response;
}
