import type { Database } from 'better-sqlite3';
import type { Hasher } from '../../application/ports/hasher.ts';
import {
  AccountErasedError,
  type PersonalData,
  type PersonalDataOwner,
  WrongSecretError,
} from '../../application/ports/personal-data.ts';
import { accountId } from '../../domain/shared/ids.ts';
import { freshKey, open, purposeKey, seal } from '../system/sealing.ts';
import { siblingModule } from '../system/start-worker.ts';
import {
  type PrivateReply,
  type PrivateRequest,
  privateSchema,
  type SealedValue,
} from './private-schema.ts';
import { openReader, openWriter } from './sqlite-database.ts';
import { type SqliteThread, sqliteThread } from './sqlite-thread.ts';

export interface PersonalDataOptions {
  readonly path: string;
  readonly hasher: Hasher;
  /** The server secret: the data is lost without it. */
  readonly secret: Uint8Array;
}

const fingerprintField = 'fingerprint-key';

/**
 * Personal data in a file of its own: every account's values sealed under that account's key, the
 * keys sealed under the server secret, unique values found by keyed hash.
 * @throws when the file was written under another server secret.
 */
export function openPersonalData(options: PersonalDataOptions): PersonalData {
  prepareFile(options);
  const database = openReader(options.path);
  const writer = sqliteThread<PrivateRequest, PrivateReply>({
    entry: siblingModule('private-worker', import.meta.url),
    data: { path: options.path },
  });
  const keys = accountKeys(options.secret, database, writer);
  const send = async (request: PrivateRequest): Promise<PrivateReply> => {
    const reply = await writer.send(request);
    if (reply === 'erased') throw erased(request.account);
    return reply;
  };
  const { sealed, read } = sealedValues(database, keys);
  const findOwner = database
    .prepare<[string, string], string>(
      'SELECT account FROM unique_values WHERE field = ? AND keyed_hash = ?',
    )
    .pluck();

  const keyedHash = (field: string, value: string): string =>
    options.hasher.keyedHash(`personal-data:${field}`, value);
  return {
    async put(account, field, value) {
      await send({ op: 'put', ...(await sealed(account, field, Buffer.from(value))) });
    },
    async get(account, field) {
      const value = read(account, field);
      return value === undefined ? undefined : Buffer.from(value).toString();
    },
    async findAccount(field, value) {
      const owner = findOwner.get(field, keyedHash(field, value));
      return owner === undefined ? undefined : accountId(owner);
    },
    async claimUnique(account, field, value) {
      const request = await sealed(account, field, Buffer.from(value));
      const claim = { op: 'claim', keyedHash: keyedHash(field, value), ...request } as const;
      return (await send(claim)) === 'done';
    },
    async fingerprintKey(account) {
      const known = read(account, fingerprintField);
      if (known !== undefined) return known;
      await send({ op: 'put-first', ...(await sealed(account, fingerprintField, freshKey())) });
      const made = read(account, fingerprintField);
      if (made === undefined) throw new Error(`the fingerprint key of ${account} was not kept`);
      return made;
    },
    async textKey(account) {
      return purposeKey(await keys.obtain(account), 'assay texts');
    },
    async erase(account) {
      await writer.send({ op: 'erase', account });
    },
    async close() {
      await writer.close();
      database.close();
    },
  };
}

/** Values under the key of their account, on their way in and out. */
function sealedValues(database: Database, keys: AccountKeys) {
  const findValue = database
    .prepare<[string, string], Buffer>(
      'SELECT sealed FROM private_values WHERE account = ? AND field = ?',
    )
    .pluck();
  const sealed = async (
    account: PersonalDataOwner,
    field: string,
    value: Uint8Array,
  ): Promise<SealedValue> => {
    const key = await keys.obtain(account);
    return { account, field, sealed: seal(key, place(account, field), value) };
  };
  const read = (account: PersonalDataOwner, field: string): Uint8Array | undefined => {
    const value = findValue.get(account, field);
    const key = keys.find(account);
    return value && key && open(key, place(account, field), value);
  };

  return { sealed, read };
}

/** Binds a sealed value to where it belongs. */
function place(account: PersonalDataOwner, field: string): string {
  return `${account}|${field}`;
}

function prepareFile({ path, hasher }: PersonalDataOptions): void {
  const database = openWriter({ path, durability: 'full', schema: privateSchema });
  try {
    const check = hasher.keyedHash('personal-data-check', 'assay');
    const known = database
      .transaction(() => {
        database
          .prepare<[string]>(
            'INSERT INTO secret_check SELECT ? WHERE NOT EXISTS (SELECT 1 FROM secret_check)',
          )
          .run(check);
        return database.prepare<[], string>('SELECT keyed_hash FROM secret_check').pluck().get();
      })
      .immediate();
    if (known !== check) {
      throw new WrongSecretError(
        `${path} was written under another server secret than the one given now`,
      );
    }
  } finally {
    database.close();
  }
}

interface AccountKeys {
  find(account: PersonalDataOwner): Uint8Array | undefined;
  /**
   * Makes the account's key when there is none; of two makers at once, the first one's counts.
   * @throws AccountErasedError
   */
  obtain(account: PersonalDataOwner): Promise<Uint8Array>;
}

function accountKeys(
  secret: Uint8Array,
  database: Database,
  writer: SqliteThread<PrivateRequest, PrivateReply>,
): AccountKeys {
  const wrapping = purposeKey(secret, 'assay personal data');
  const findKey = database
    .prepare<[string], Buffer>('SELECT wrapped_key FROM account_keys WHERE account = ?')
    .pluck();
  const unwrapped = (account: PersonalDataOwner): Uint8Array | 'erased' | undefined => {
    const wrapped = findKey.get(account);
    if (wrapped?.length === 0) return 'erased';
    return wrapped && open(wrapping, account, wrapped);
  };
  return {
    find(account) {
      const key = unwrapped(account);
      return key === 'erased' ? undefined : key;
    },
    async obtain(account) {
      const known = unwrapped(account);
      if (known === 'erased') throw erased(account);
      if (known !== undefined) return known;
      const wrappedKey = seal(wrapping, account, freshKey());
      await writer.send({ op: 'add-key', account, wrappedKey });
      const made = unwrapped(account);
      if (made === 'erased') throw erased(account);
      if (made === undefined) throw new Error(`the data key of ${account} was not kept`);
      return made;
    },
  };
}

function erased(account: string): AccountErasedError {
  return new AccountErasedError(`the account ${account} was erased`);
}
