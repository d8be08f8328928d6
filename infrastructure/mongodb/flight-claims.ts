import type { Collection } from 'mongodb';
import type { FlightClaim, FlightClaims } from '../../application/ports/flight-claims.ts';
import { inserted, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';

/**
 * One document a claimed key. `key` is unique, so that of several owners one gets it; `_id` names the owner
 * too, so that what is said of an old claim can never hit the one that came after it.
 */
interface ClaimDocument {
  readonly _id: string;
  readonly key: string;
  readonly owner: string;
  /** Epoch milliseconds. */
  readonly until: number;
}

/** More tries than one only matter when claims come and go at that very moment. */
const maxTries = 3;

/**
 * Flight claims that all nodes on one MongoDB share. Nodes compare a lease with their own clock: clocks
 * that are apart by more than a lease make a part twice, and nothing worse.
 *
 * @throws StoreUnavailableError, OutcomeUnknownError from its methods
 */
export function mongoFlightClaims(connection: MongoConnection): FlightClaims {
  const collection = storeCollection<ClaimDocument>(connection, 'flight-claims', [
    { key: { key: 1 }, unique: true },
  ]);
  const remove = (claim: FlightClaim): Promise<unknown> =>
    collection.write((claims) => claims.deleteMany({ _id: { $in: idsOf(claim) } }));
  return {
    async claim({ owner, keys, now, leaseMs }) {
      const until = now + leaseMs;
      const taken: string[] = [];
      // In one order for everybody: of two that want the same keys, one gets all of them.
      for (const key of [...keys].sort()) {
        const document = { _id: idOf({ key, owner }), key, owner, until };
        const won = await collection.write((claims) => take(claims, document, now));
        if (!won) {
          if (taken.length > 0) await remove({ owner, keys: taken });
          return false;
        }
        taken.push(key);
      }
      return true;
    },
    async renew(claims, { now, leaseMs }) {
      const ids = claims.flatMap(idsOf);
      const until = now + leaseMs;
      await collection.write((stored) =>
        stored.updateMany({ _id: { $in: ids } }, { $set: { until } }),
      );
    },
    async release(claim) {
      await remove(claim);
    },
    async sweep(now) {
      await collection.write((claims) => claims.deleteMany({ until: { $lte: now } }));
    },
  };
}

/**
 * Inserting is what decides, and removing an ended claim by its own `_id`: both are atomic on every server
 * of the protocol, which guarded updates are not (FerretDB 1.24 reads first and writes after).
 */
async function take(
  claims: Collection<ClaimDocument>,
  document: ClaimDocument,
  now: number,
): Promise<boolean> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    if (await inserted(claims.insertOne(document))) return true;
    const found = await claims.findOne({ key: document.key });
    if (found === null) continue;
    // Ours already: the answer to an earlier try was lost.
    if (found.owner === document.owner) return true;
    if (found.until > now) return false;
    await claims.deleteOne({ _id: found._id, until: found.until });
  }
  return false;
}

function idsOf({ owner, keys }: FlightClaim): string[] {
  return keys.map((key) => idOf({ key, owner }));
}

function idOf({ key, owner }: { readonly key: string; readonly owner: string }): string {
  return `${key}|${owner}`;
}
