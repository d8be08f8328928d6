import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import { decodeResponse, encodeResponse } from '../stored-texts/idempotency-response.ts';
import { idempotencyKeptMs } from './idempotency-writer.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { ViewReply, ViewRequest } from './view-request.ts';

/**
 * Idempotency records in the views file. A claim survives a power cut, because the check id that keeps a
 * repeated request from being charged twice follows from it; a response may be lost, and is made again.
 */
export function idempotencyStore(writer: SqliteThread<ViewRequest, ViewReply>): IdempotencyStore {
  return {
    async claim({ key, fingerprint, now, leaseMs }) {
      const reply = await writer.send({ op: 'claim', key, fingerprint, nowMs: now, leaseMs });
      if (reply.kind !== 'claim') throw new Error(`expected a claim, got ${reply.kind}`);
      const { claim } = reply;
      return claim.state === 'done'
        ? { ...claim, response: decodeResponse(claim.response) }
        : claim;
    },
    async complete(key, response) {
      await writer.send({ op: 'complete', key, response: encodeResponse(response) });
    },
    async abandon(key, { leaseUntil }) {
      await writer.send({ op: 'abandon', key, leaseUntil });
    },
    async endLease(key, { leaseUntil }) {
      await writer.send({ op: 'end-lease', key, leaseUntil });
    },
    async sweep(now) {
      const claimedBefore = now - idempotencyKeptMs;
      for (let more = true; more; ) {
        const reply = await writer.send({ op: 'sweep-claims', claimedBefore });
        more = reply.kind === 'done' && reply.more;
      }
    },
  };
}
