import { Binary } from 'mongodb';
import type { Hasher } from '../../application/ports/hasher.ts';
import {
  AccountErasedError,
  type PersonalData,
  type PersonalDataOwner,
  WrongSecretError,
} from '../../application/ports/personal-data.ts';
import { freshKey, open, purposeKey, seal } from '../system/sealing.ts';
import { bytesOf, inserted, type StoreCollection, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import { once } from './once.ts';
import { type UniqueValues, uniqueValues } from './unique-values.ts';

export interface MongoPersonalDataOptions {
  readonly connection: MongoConnection;
  readonly hasher: Hasher;
  /** The server secret, the same on all nodes: the data is lost without it. */
  readonly secret: Uint8Array;
}

/**
 * All that is kept of one account in one document, so that erasing it is one write: after it there is
 * nothing that a value could be sealed with or stored in.
 */
export interface PrivateDocument {
  readonly _id: string;
  /** Absent when the account was erased. */
  readonly wrappedKey?: Binary;
  /** Sealed values by field, the field in hex: a field may hold what a path must not. */
  readonly values?: Readonly<Record<string, Binary>>;
  /** By field, the unique value that the account has now. */
  readonly claims?: Readonly<Record<string, string>>;
}

const fingerprintField = 'fingerprint-key';

/**
 * Personal data that all nodes share: every account's values sealed under that account's key, the keys
 * sealed under the server secret, unique values found by keyed hash. Erasing removes them from the
 * database; the server's own journal, operation log and backups hold older bytes for as long as its
 * operator keeps those.
 *
 * @throws Error from all methods when the database was written under another server secret
 */
export function mongoPersonalData({
  connection,
  hasher,
  secret,
}: MongoPersonalDataOptions): PersonalData & { prepared(): Promise<void> } {
  const accounts = storeCollection<PrivateDocument>(connection, 'private_values');
  const unique = uniqueValues(connection, accounts);
  const checked = once(() => checkSecret(connection, hasher));
  const keys = accountKeys(purposeKey(secret, 'assay personal data'), accounts);
  const idOf = (field: string, value: string): string =>
    `${field}|${hasher.keyedHash(`personal-data:${field}`, value)}`;
  const keep = keeper({ accounts, keys, unique });

  return {
    prepared: () => checked(),
    async put(account, field, value) {
      await checked();
      await keep(account, field, { value: Buffer.from(value) });
    },
    async get(account, field) {
      await checked();
      const value = await keys.read(account, field);
      return value && Buffer.from(value).toString();
    },
    async findAccount(field, value) {
      await checked();
      return unique.owner(idOf(field, value));
    },
    async claimUnique(account, field, value) {
      await checked();
      return keep(account, field, { value: Buffer.from(value), claim: idOf(field, value) });
    },
    async fingerprintKey(account) {
      await checked();
      const known = await keys.read(account, fingerprintField);
      if (known !== undefined) return known;
      await keep(account, fingerprintField, { value: freshKey(), onlyFirst: true });
      const made = await keys.read(account, fingerprintField);
      if (made === undefined) throw erased(account);
      return made;
    },
    async textKey(account) {
      await checked();
      return purposeKey(await keys.obtain(account), 'assay texts');
    },
    async erase(account) {
      await checked();
      await accounts.write(async (stored) => {
        // Twice where another node made the document at that very moment.
        for (;;) {
          const { matchedCount } = await stored.replaceOne({ _id: account }, {});
          if (matchedCount === 1 || (await inserted(stored.insertOne({ _id: account })))) return;
        }
      });
      await unique.releaseAll(account);
    },
    close: async () => undefined,
  };
}

interface Kept {
  readonly value: Uint8Array;
  /** Keeps a value that is there already. */
  readonly onlyFirst?: boolean;
  /** The unique value that goes with it. */
  readonly claim?: string;
}

/** Stores a value under the account's key; false when its unique value is another account's. */
function keeper(stores: {
  readonly accounts: StoreCollection<PrivateDocument>;
  readonly keys: AccountKeys;
  readonly unique: UniqueValues;
}) {
  const { accounts, keys, unique } = stores;
  return async (account: PersonalDataOwner, field: string, kept: Kept): Promise<boolean> => {
    const sealed = seal(await keys.obtain(account), place(account, field), kept.value);
    const { claim } = kept;
    if (claim !== undefined && !(await unique.claim(account, claim))) return false;
    const path = pathOf(field);
    const alive = { _id: account, wrappedKey: { $exists: true } };
    const $set = { [`values.${path}`]: new Binary(sealed) };
    const before = await accounts.write((stored) =>
      stored.findOneAndUpdate(
        kept.onlyFirst ? { ...alive, [`values.${path}`]: { $exists: false } } : alive,
        { $set: claim === undefined ? $set : { ...$set, [`claims.${path}`]: claim } },
      ),
    );
    const former = before?.claims?.[path];
    // Only what this write has replaced: of two at once, each frees exactly the value before its own.
    if (claim !== undefined && former !== undefined && former !== claim) {
      await unique.release(account, former);
    }
    if (before !== null || kept.onlyFirst) return true;
    // Erased between the two steps.
    if (claim !== undefined) await unique.release(account, claim);
    throw erased(account);
  };
}

interface AccountKeys {
  read(account: PersonalDataOwner, field: string): Promise<Uint8Array | undefined>;
  /** Makes the account's key when there is none; of two makers at once, the first one's counts. */
  obtain(account: PersonalDataOwner): Promise<Uint8Array>;
}

function accountKeys(
  wrapping: Uint8Array,
  accounts: StoreCollection<PrivateDocument>,
): AccountKeys {
  const find = (account: PersonalDataOwner, projection: Record<string, 1>) =>
    accounts.read((stored) => stored.findOne({ _id: account }, { projection }));
  return {
    async read(account, field) {
      const path = pathOf(field);
      const found = await find(account, { wrappedKey: 1, [`values.${path}`]: 1 });
      const value = found?.values?.[path];
      if (found?.wrappedKey === undefined || value === undefined) return undefined;
      const key = open(wrapping, account, bytesOf(found.wrappedKey));
      return open(key, place(account, field), bytesOf(value));
    },
    async obtain(account) {
      const known = await find(account, { wrappedKey: 1 });
      if (known !== null) return unwrapped(wrapping, account, known);
      const wrappedKey = new Binary(seal(wrapping, account, freshKey()));
      await accounts.write((stored) => inserted(stored.insertOne({ _id: account, wrappedKey })));
      const made = await find(account, { wrappedKey: 1 });
      if (made === null) throw new Error(`the data key of ${account} was not kept`);
      return unwrapped(wrapping, account, made);
    },
  };
}

function unwrapped(
  wrapping: Uint8Array,
  account: PersonalDataOwner,
  { wrappedKey }: PrivateDocument,
): Uint8Array {
  if (wrappedKey === undefined) throw erased(account);
  return open(wrapping, account, bytesOf(wrappedKey));
}

async function checkSecret(connection: MongoConnection, hasher: Hasher): Promise<void> {
  const checks = storeCollection<{ _id: string; keyedHash: string }>(connection, 'secret_check');
  const keyedHash = hasher.keyedHash('personal-data-check', 'assay');
  await checks.write((stored) => inserted(stored.insertOne({ _id: 'secret', keyedHash })));
  const found = await checks.read((stored) => stored.findOne({ _id: 'secret' }));
  if (found?.keyedHash === keyedHash) return;
  throw new WrongSecretError(
    'the database was written under another server secret than the one given now',
  );
}

/** Binds a sealed value to where it belongs. */
function place(account: PersonalDataOwner, field: string): string {
  return `${account}|${field}`;
}

export function pathOf(field: string): string {
  return Buffer.from(field).toString('hex');
}

function erased(account: PersonalDataOwner): AccountErasedError {
  return new AccountErasedError(`the account ${account} was erased`);
}
