import { workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import { type PrivateRequest, privateSchema } from './private-schema.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: { readonly path: string } = workerData;

/** Answers whether the request was carried out: only a claim can come too late. */
serveThread<PrivateRequest, boolean>(() => {
  const database = openWriter({ path: options.path, durability: 'full', schema: privateSchema });
  const apply = requestApplier(database);
  return {
    handle: (requests) => commitBatch(database, requests, apply),
    close: () => database.close(),
  };
});

function requestApplier(database: Database): (request: PrivateRequest) => boolean {
  const addKey = database.prepare<[string, Uint8Array]>(
    'INSERT OR IGNORE INTO account_keys (account, wrapped_key) VALUES (?, ?)',
  );
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
    const { account } = request;
    if (request.op === 'add-key') {
      addKey.run(account, request.wrappedKey);
      return true;
    }
    const { field, sealed } = request;
    if (request.op === 'put-first') {
      putFirst.run(account, field, sealed);
      return true;
    }
    if (request.op === 'claim') {
      const holder = owner.get(field, request.keyedHash);
      if (holder !== undefined && holder !== account) return false;
      // An account has one value a field: the value it had before is free again.
      release.run(account, field);
      claim.run(field, request.keyedHash, account);
    }
    put.run(account, field, sealed);
    return true;
  };
}
