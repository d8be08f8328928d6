import { workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import {
  type PrivateReply,
  type PrivateRequest,
  privateSchema,
  type SealedValue,
} from './private-schema.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { threadFailure } from './sqlite-failure.ts';
import type { ThreadOutcome } from './sqlite-thread.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: { readonly path: string } = workerData;

serveThread<PrivateRequest, PrivateReply>(() => {
  const database = openWriter({ path: options.path, durability: 'full', schema: privateSchema });
  // What is deleted is overwritten in its page.
  database.pragma('secure_delete = ON');
  const apply = requestApplier(database);
  return {
    handle(requests) {
      const outcomes = commitBatch(database, requests, apply);
      const erasing = requests.some(({ op }) => op === 'erase');
      const failure = erasing ? scrub(database) : null;
      if (failure === null) return outcomes;
      return outcomes.map((outcome, index) =>
        requests[index]?.op === 'erase' && outcome.ok ? failure : outcome,
      );
    },
    close: () => database.close(),
  };
});

/**
 * Writes the file anew and empties its log, because a destroyed key must not be found in either: pages that
 * were split at some time keep what stood in them, and the log holds pages as they were before the erasure.
 * Takes time in proportion to the file (about a second for 100 MB); readers go on meanwhile, writers wait.
 */
function scrub(database: Database): ThreadOutcome<never> | null {
  try {
    database.exec('VACUUM');
    const busy = database.pragma('wal_checkpoint(TRUNCATE)', { simple: true });
    if (busy === 0) return null;
    const message = 'the log of personal data is in use and could not be emptied: erase again';
    return { ok: false, failure: { kind: 'unavailable', message } };
  } catch (error) {
    return { ok: false, failure: threadFailure(error, 'unknown') };
  }
}

function requestApplier(database: Database): (request: PrivateRequest) => PrivateReply {
  const keyLength = database
    .prepare<[string], number>('SELECT length(wrapped_key) FROM account_keys WHERE account = ?')
    .pluck();
  const addKey = database.prepare<[string, Uint8Array]>(
    'INSERT OR IGNORE INTO account_keys (account, wrapped_key) VALUES (?, ?)',
  );
  const values = valueWriter(database);
  const erase = eraser(database);
  return (request) => {
    if (request.op === 'erase') return erase(request.account);
    // Sealed before the account was erased, perhaps in another process, and written after it.
    if (keyLength.get(request.account) === 0) return 'erased';
    if (request.op !== 'add-key') return values(request);
    addKey.run(request.account, request.wrappedKey);
    return 'done';
  };
}

type ValueRequest = Extract<PrivateRequest, SealedValue>;

function valueWriter(database: Database): (request: ValueRequest) => PrivateReply {
  const put = database.prepare<[string, string, Uint8Array]>(
    'INSERT OR REPLACE INTO private_values (account, field, sealed) VALUES (?, ?, ?)',
  );
  const putFirst = database.prepare<[string, string, Uint8Array]>(
    'INSERT OR IGNORE INTO private_values (account, field, sealed) VALUES (?, ?, ?)',
  );
  const owner = database
    .prepare<[string, string], string>(
      'SELECT account FROM unique_values WHERE field = ? AND keyed_hash = ?',
    )
    .pluck();
  const release = database.prepare<[string, string]>(
    'DELETE FROM unique_values WHERE account = ? AND field = ?',
  );
  const claim = database.prepare<[string, string, string]>(
    'INSERT INTO unique_values (field, keyed_hash, account) VALUES (?, ?, ?)',
  );
  return (request) => {
    const { account, field, sealed } = request;
    if (request.op === 'put-first') {
      putFirst.run(account, field, sealed);
      return 'done';
    }
    if (request.op === 'claim') {
      const holder = owner.get(field, request.keyedHash);
      if (holder !== undefined && holder !== account) return 'taken';
      // An account has one value a field: the value it had before is free again.
      release.run(account, field);
      claim.run(field, request.keyedHash, account);
    }
    put.run(account, field, sealed);
    return 'done';
  };
}

function eraser(database: Database): (account: string) => PrivateReply {
  const emptyKey = database.prepare<[string]>(
    "INSERT OR REPLACE INTO account_keys (account, wrapped_key) VALUES (?, x'')",
  );
  const values = database.prepare<[string]>('DELETE FROM private_values WHERE account = ?');
  const claims = database.prepare<[string]>('DELETE FROM unique_values WHERE account = ?');
  return (account) => {
    emptyKey.run(account);
    values.run(account);
    claims.run(account);
    return 'done';
  };
}
