import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';
import { ClientGoneError, type Exchange } from '../exchange.ts';

export interface BodyLimit {
  /** Of the body as it is after inflating. */
  readonly maxBytes: number;
  readonly code: 'text_too_long' | 'file_too_large';
  readonly detail: string;
}

/**
 * Reads a whole body, inflating gzip, and never holds more than the limit.
 * Refuses with the limit's code, `unsupported_type` (content coding) or `bad_json` (broken gzip).
 * @throws ClientGoneError
 */
export async function readBody(exchange: Exchange, limit: BodyLimit): Promise<Outcome<Buffer>> {
  const { request, response } = exchange;
  const coding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (!['identity', 'gzip', 'x-gzip'].includes(coding)) {
    return refused('unsupported_type', 'expected the Content-Encoding gzip or none');
  }
  const declaredBytes = Number(request.headers['content-length'] ?? Number.NaN);
  if (declaredBytes > limit.maxBytes) return refused(limit.code, limit.detail);
  if (request.headers.expect !== undefined) response.writeContinue();
  if (coding === 'identity') {
    return collect(request, exchange, { ...limit, expectedBytes: declaredBytes });
  }
  const inflated = createGunzip();
  request.on('close', () => {
    if (!request.complete) inflated.destroy(new ClientGoneError('the client closed its request'));
  });
  const body = await collect(request.pipe(inflated), exchange, limit);
  request.unpipe(inflated);
  inflated.destroy();
  return body;
}

interface Collection extends BodyLimit {
  readonly expectedBytes?: number;
}

function collect(
  stream: Readable,
  exchange: Exchange,
  options: Collection,
): Promise<Outcome<Buffer>> {
  const { request } = exchange;
  return new Promise((resolve, reject) => {
    const body = growingBuffer(options);
    const onData = (chunk: Buffer): void => {
      if (!body.add(chunk)) settle(() => resolve(refused(options.code, options.detail)));
    };
    const onEnd = (): void => settle(() => resolve(success(body.bytes())));
    const onClose = (): void => onError(null);
    const onError = (error: unknown): void => {
      const isGone = stream === request || error instanceof ClientGoneError;
      settle(() =>
        isGone
          ? reject(new ClientGoneError('the client closed its request'))
          : resolve(refused('bad_json', 'the body is not valid gzip data')),
      );
    };
    const settle = (finish: () => void): void => {
      stream.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    // The error listener stays: a late error of a stream nobody reads any more must not be thrown.
    stream.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onError);
  });
}

interface GrowingBuffer {
  /** False when the limit would be passed; the chunk is then left out. */
  add(chunk: Buffer): boolean;
  bytes(): Buffer;
}

/** One buffer that doubles: a list of chunks joined at the end would hold a large file twice. */
function growingBuffer(options: Collection): GrowingBuffer {
  const { maxBytes, expectedBytes = Number.NaN } = options;
  // Memory that is never written to is never resident, so a large promised length costs nothing.
  let buffer = Buffer.allocUnsafeSlow(Number.isNaN(expectedBytes) ? 16_384 : expectedBytes);
  let length = 0;
  return {
    add(chunk) {
      const needed = length + chunk.length;
      if (needed > maxBytes) return false;
      if (needed > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(needed, length * 2)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      chunk.copy(buffer, length);
      length = needed;
      return true;
    },
    bytes: () => buffer.subarray(0, length),
  };
}
