import type { PersonalDataOwner } from '../../application/ports/personal-data.ts';
import { type AccountId, accountId } from '../../domain/shared/ids.ts';
import { inserted, removeAll, type StoreCollection, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import type { PrivateDocument } from './personal-data.ts';

/** A claim whose account does not name it after so long was left by a crash: clocks may differ by some of it. */
const settlingMs = 60_000;

interface UniqueDocument {
  /** Field and keyed hash. */
  readonly _id: string;
  readonly account: string;
  readonly claimedAt: number;
}

/**
 * Values that one account may have. A claim is made here first and counts once the account's own document
 * names it, so that a crash between the two steps leaves nothing but a claim that is taken over later.
 */
export interface UniqueValues {
  owner(id: string): Promise<AccountId | undefined>;
  /** False when the value is another account's. */
  claim(account: PersonalDataOwner, id: string): Promise<boolean>;
  release(account: PersonalDataOwner, id: string): Promise<void>;
  releaseAll(account: PersonalDataOwner): Promise<void>;
}

export function uniqueValues(
  connection: MongoConnection,
  accounts: StoreCollection<PrivateDocument>,
): UniqueValues {
  const values = storeCollection<UniqueDocument>(connection, 'unique_values', [
    { key: { account: 1 } },
  ]);
  const isNamed = async ({ _id, account }: UniqueDocument): Promise<boolean> => {
    const owner = await accounts.read((stored) =>
      stored.findOne({ _id: account }, { projection: { claims: 1 } }),
    );
    return Object.values(owner?.claims ?? {}).includes(_id);
  };
  return {
    async owner(id) {
      const found = await values.read((stored) => stored.findOne({ _id: id }));
      if (found === null || !(await isNamed(found))) return undefined;
      return accountId(found.account);
    },
    async claim(account, id) {
      const claim = { account, claimedAt: Date.now() };
      for (;;) {
        if (await values.write((stored) => inserted(stored.insertOne({ _id: id, ...claim })))) {
          return true;
        }
        const found = await values.read((stored) => stored.findOne({ _id: id }));
        if (found === null) continue;
        if (found.account === account) return true;
        if (found.claimedAt > Date.now() - settlingMs || (await isNamed(found))) return false;
        const left = { _id: id, account: found.account, claimedAt: found.claimedAt };
        const taken = await values.write((stored) => stored.updateOne(left, { $set: claim }));
        if (taken.matchedCount === 1) return true;
      }
    },
    async release(account, id) {
      await values.write((stored) => stored.deleteOne({ _id: id, account }));
    },
    releaseAll: (account) => removeAll(values, { account }),
  };
}
