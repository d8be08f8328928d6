import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import { decodeResponse, encodeResponse } from './idempotency-response.ts';
import { idempotencyKeptMs } from './idempotency-writer.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { ViewReply, ViewRequest } from './view-request.ts';

/**
 * Idempotency records in the views file. A power cut may lose the last of them: the ledger's own
 * check ids then still keep a repeated request from being charged twice.
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
    async abandon(key) {
      await writer.send({ op: 'abandon', key });
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
