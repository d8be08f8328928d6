import type { Collection, Db } from 'mongodb';
import type { FlightClaim, FlightClaims } from '../../application/ports/flight-claims.ts';
import type { MongoConnection } from './connection.ts';
import { isDuplicateKey } from './failure.ts';

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
  const collection = preparedCollection();
  const remove = (claim: FlightClaim): Promise<unknown> =>
    connection.write(async (database) => {
      const claims = await collection(database);
      return claims.deleteMany({ _id: { $in: idsOf(claim) } });
    });
  return {
    async claim({ owner, keys, now, leaseMs }) {
      const until = now + leaseMs;
      const taken: string[] = [];
      // In one order for everybody: of two that want the same keys, one gets all of them.
      for (const key of [...keys].sort()) {
        const document = { _id: idOf({ key, owner }), key, owner, until };
        const won = await connection.write(async (database) =>
          take(await collection(database), document, now),
        );
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
      await connection.write(async (database) =>
        (await collection(database)).updateMany(
          { _id: { $in: ids } },
          { $set: { until: now + leaseMs } },
        ),
      );
    },
    async release(claim) {
      await remove(claim);
    },
    async sweep(now) {
      await connection.write(async (database) =>
        (await collection(database)).deleteMany({ until: { $lte: now } }),
      );
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
    if (await inserted(claims, document)) return true;
    const found = await claims.findOne({ key: document.key });
    if (found === null) continue;
    // Ours already: the answer to an earlier try was lost.
    if (found.owner === document.owner) return true;
    if (found.until > now) return false;
    await claims.deleteOne({ _id: found._id, until: found.until });
  }
  return false;
}

async function inserted(
  claims: Collection<ClaimDocument>,
  document: ClaimDocument,
): Promise<boolean> {
  try {
    await claims.insertOne(document);
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** The collection once its index is there; a failed attempt to make it is made again by the next call. */
function preparedCollection(): (database: Db) => Promise<Collection<ClaimDocument>> {
  let prepared: Promise<unknown> | undefined;
  return async (database) => {
    const claims = database.collection<ClaimDocument>('flight-claims');
    prepared ??= claims.createIndex({ key: 1 }, { unique: true });
    try {
      await prepared;
    } catch (error) {
      prepared = undefined;
      throw error;
    }
    return claims;
  };
}

function idsOf({ owner, keys }: FlightClaim): string[] {
  return keys.map((key) => idOf({ key, owner }));
}

function idOf({ key, owner }: { readonly key: string; readonly owner: string }): string {
  return `${key}|${owner}`;
}
