import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Outcome, type Refusal, refused, success } from '../../../domain/shared/refusal.ts';
import { ClientGoneError, type Exchange } from '../exchange.ts';
import { growingBuffer } from './growing-buffer.ts';

export interface BodyLimit {
  /** Of the body as it is after inflating. */
  readonly maxBytes: number;
  readonly code: 'text_too_long' | 'file_too_large';
  readonly detail: string;
}

/** What becomes of the bytes of a body while they arrive. */
export interface BodySink<Value> {
  /** Takes the next bytes: null, or why no more of them are wanted. */
  take(chunk: Buffer): Refusal | null;
  /** Called once, when the body is complete. */
  finish(): Promise<Outcome<Value>>;
  /** Called instead when it will not be completed. */
  abandon(): void;
}

/**
 * Reads a body into a sink, inflating gzip, and never takes more than the limit.
 * Refuses with the limit's code, `unsupported_type` (content coding), `bad_json` (broken gzip) and
 * whatever the sink refuses.
 * @throws ClientGoneError
 */
export async function readBody<Value>(
  exchange: Exchange,
  limit: BodyLimit,
  sink: BodySink<Value>,
): Promise<Outcome<Value>> {
  const { request, response } = exchange;
  const coding = codingOf(request);
  if (!['identity', 'gzip', 'x-gzip'].includes(coding)) {
    return refused('unsupported_type', 'expected the Content-Encoding gzip or none');
  }
  if (Number(request.headers['content-length'] ?? 0) > limit.maxBytes) {
    return refused(limit.code, limit.detail);
  }
  if (request.headers.expect !== undefined) response.writeContinue();
  const bounded = boundedSink(sink, limit);
  if (coding === 'identity') return drain(request, request, bounded);
  const inflated = createGunzip();
  request.on('close', () => {
    if (!request.complete) inflated.destroy(new ClientGoneError('the client closed its request'));
  });
  const outcome = await drain(request.pipe(inflated), request, bounded);
  request.unpipe(inflated);
  inflated.destroy();
  return outcome;
}

/** A sink that keeps the whole body in memory. */
export function bytesSink(request: IncomingMessage, limit: BodyLimit): BodySink<Buffer> {
  const { maxBytes, code, detail } = limit;
  // Of a compressed body the length says nothing about what it becomes.
  const promised = codingOf(request) === 'identity' && request.headers['content-length'];
  const body = growingBuffer({
    maxBytes,
    ...(promised ? { expectedBytes: Number(promised) } : {}),
  });
  return {
    take: (chunk) => (body.add(chunk) ? null : { code, detail }),
    finish: async () => success(body.bytes()),
    abandon: () => {},
  };
}

function codingOf(request: IncomingMessage): string {
  return (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
}

function boundedSink<Value>(sink: BodySink<Value>, limit: BodyLimit): BodySink<Value> {
  const { maxBytes, code, detail } = limit;
  let bytes = 0;
  return {
    take(chunk) {
      bytes += chunk.length;
      return bytes > maxBytes ? { code, detail } : sink.take(chunk);
    },
    finish: () => sink.finish(),
    abandon: () => sink.abandon(),
  };
}

function drain<Value>(
  stream: Readable,
  request: IncomingMessage,
  sink: BodySink<Value>,
): Promise<Outcome<Value>> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    const refuse = (refusal: Refusal): void => {
      sink.abandon();
      settle(() => resolve({ ok: false, refusal }));
    };
    const onData = (chunk: Buffer): void => {
      const refusal = sink.take(chunk);
      if (refusal !== null) refuse(refusal);
    };
    const onEnd = (): void => settle(() => sink.finish().then(resolve, reject));
    const onError = (error: unknown): void => {
      if (stream !== request && !(error instanceof ClientGoneError)) {
        refuse({ code: 'bad_json', detail: 'the body is not valid gzip data' });
        return;
      }
      sink.abandon();
      settle(() => reject(new ClientGoneError('the client closed its request')));
    };
    const onClose = (): void => onError(null);
    // The error listener stays: a late error of a stream nobody reads any more must not be thrown.
    stream.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
  });
}
