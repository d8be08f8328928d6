import type {
  IdempotencyClaim,
  IdempotencyStore,
  Lease,
} from '../../application/ports/idempotency-store.ts';
import { addMs, type Instant, instant } from '../../domain/shared/instant.ts';
import { decodeResponse, encodeResponse } from '../stored-texts/idempotency-response.ts';
import { inserted, removeAll, type StoreCollection, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import { type PackedText, packText, unpackText } from './packed-text.ts';

/** DECISIONS, `Idempotency-Key`: 24 hours from the first claim. */
const keptMs = 24 * 60 * 60 * 1000;
/** By the server's clock; callers go by their own, so nothing is removed a little early. */
const removedAfterSeconds = 25 * 60 * 60;
/** Each try is lost only to a caller who has just changed the record. */
const maxTries = 20;

interface ClaimDocument {
  readonly _id: string;
  readonly fingerprint: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly response: PackedText | null;
  readonly writtenAt: Date;
}

/**
 * Idempotency records that all nodes share. A claim is an insert, or an update that names the claim it
 * takes over, so that of many callers one wins.
 */
export function mongoIdempotencyStore(connection: MongoConnection): IdempotencyStore {
  const claims = storeCollection<ClaimDocument>(connection, 'idempotency', [
    { key: { claimedAt: 1 } },
    { key: { writtenAt: 1 }, keptSeconds: removedAfterSeconds },
  ]);
  const open = (key: string, { leaseUntil }: Lease) => ({ _id: key, leaseUntil, response: null });
  return {
    claim: (request) => claim(claims, request),
    async complete(key, response) {
      const packed = await packText(encodeResponse(response));
      // Too large to be kept: whoever asks again takes the request over and makes the answer anew.
      const change = packed === undefined ? { leaseUntil: 0 } : { response: packed };
      // The first response stays: a caller whose lease ran out may answer late.
      await claims.write((stored) =>
        stored.updateOne({ _id: key, response: null }, { $set: change }),
      );
    },
    async abandon(key, lease) {
      await claims.write((stored) => stored.deleteOne(open(key, lease)));
    },
    async endLease(key, lease) {
      await claims.write((stored) =>
        stored.updateOne(open(key, lease), { $set: { leaseUntil: 0 } }),
      );
    },
    sweep: (now) => removeAll(claims, { claimedAt: { $lt: now - keptMs } }),
  };
}

interface ClaimRequest {
  readonly key: string;
  readonly fingerprint: string;
  readonly now: Instant;
  readonly leaseMs: number;
}

async function claim(
  claims: StoreCollection<ClaimDocument>,
  request: ClaimRequest,
): Promise<IdempotencyClaim> {
  const { key, fingerprint, now, leaseMs } = request;
  const lease = { leaseUntil: addMs(now, leaseMs) };
  const fresh = { fingerprint, claimedAt: now, ...lease, response: null, writtenAt: new Date() };
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const first = claims.write((stored) => inserted(stored.insertOne({ _id: key, ...fresh })));
    if (await first) return { state: 'claimed', firstClaimedAt: now, ...lease };
    const found = await claims.read((stored) => stored.findOne({ _id: key }));
    if (found === null) continue;
    const expired = found.claimedAt + keptMs <= now;
    if (!expired) {
      const known = await knownOf(found, request);
      if (known !== undefined) return known;
    }
    const { claimedAt, leaseUntil } = found;
    const taken = await claims.write((stored) =>
      stored.updateOne(
        { _id: key, claimedAt, leaseUntil, ...(expired ? {} : { response: null }) },
        { $set: expired ? fresh : lease },
      ),
    );
    if (taken.matchedCount === 0) continue;
    const firstClaimedAt = expired ? now : instant(claimedAt);
    return { state: 'claimed', firstClaimedAt, ...lease };
  }
  // Somebody is at it, or the record would not keep changing.
  return { state: 'running' };
}

/** What a record says to a caller that cannot take it over; undefined when it can. */
async function knownOf(
  found: ClaimDocument,
  { fingerprint, now }: ClaimRequest,
): Promise<IdempotencyClaim | undefined> {
  if (found.fingerprint !== fingerprint) return { state: 'mismatch' };
  if (found.response !== null) {
    return { state: 'done', response: decodeResponse(await unpackText(found.response)) };
  }
  return found.leaseUntil > now ? { state: 'running' } : undefined;
}
