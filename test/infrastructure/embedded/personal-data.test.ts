import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type AccountId, accountId } from '../../../domain/shared/ids.ts';
import { openPersonalData } from '../../../infrastructure/embedded/personal-data.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import { describePersonalData } from '../../contracts/personal-data.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const secret = new Uint8Array(32).fill(7);
const hasher = nodeHasher(secret);
const ann = accountId('acc_00000ann');

describePersonalData('embedded', async () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'private.db');
  return {
    open: async () => openPersonalData({ path, hasher, secret }),
    remove: async () => folder.remove(),
  };
});

describe('embedded personal data', () => {
  it('leaves no value readable in the files', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'private.db');
    const data = openPersonalData({ path, hasher, secret });
    await data.claimUnique(ann, 'email', 'reader@example.org');
    await data.put(ann, 'note', 'an unmistakable sentence');
    const key = Buffer.from(await data.fingerprintKey(ann));
    const bytes = Buffer.concat([path, `${path}-wal`].map((file) => readFileSync(file)));
    assert.ok(bytes.includes('acc_00000ann'));
    assert.ok(!bytes.includes('reader@example.org'));
    assert.ok(!bytes.includes('unmistakable'));
    assert.ok(!bytes.includes(key));
    await data.close();
    folder.remove();
  });

  it('makes files that only their owner can read', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'private.db');
    const data = openPersonalData({ path, hasher, secret });
    await data.put(ann, 'note', 'a note');
    for (const file of [path, `${path}-wal`]) assert.equal(statSync(file).mode & 0o777, 0o600);
    await data.close();
    folder.remove();
  });

  it('leaves no byte of an erased account, its sealed key included, in its files', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'private.db');
    const data = openPersonalData({ path, hasher, secret });
    const other = openPersonalData({ path, hasher, secret });
    // Enough accounts, in no order, for pages to be split and joined many times.
    const accounts = Array.from({ length: 600 }, (_, n) =>
      accountId(`acc_${String((n * 7919) % 10_007).padStart(8, '0')}`),
    );
    for (const account of accounts) {
      await Promise.all([
        data.claimUnique(account, 'email', `${account}@example.org`),
        other.fingerprintKey(account),
        data.put(account, 'note', `a note of ${account} `.repeat(account.length)),
      ]);
    }
    const erased = accounts.filter((_, n) => n % 5 === 0);
    const secrets = secretsOf(path, erased);
    assert.ok(secrets.length === 5 * erased.length);
    for (const account of erased) await other.erase(account);
    const bytes = filesOf(path);
    const left = secrets.filter((one) => bytes.includes(one));
    assert.equal(left.length, 0, `${left.length} of ${secrets.length} values are still there`);
    const kept = secretsOf(path, [accounts[1] ?? ann]);
    assert.ok(kept.length === 5 && kept.every((one) => bytes.includes(one)));
    await data.close();
    await other.close();
    folder.remove();
  });

  it('refuses to open under another server secret', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'private.db');
    await openPersonalData({ path, hasher, secret }).close();
    const wrong = new Uint8Array(32).fill(8);
    assert.throws(
      () => openPersonalData({ path, hasher: nodeHasher(wrong), secret: wrong }),
      /another server secret/,
    );
    await openPersonalData({ path, hasher, secret }).close();
    folder.remove();
  });
});

/** Everything stored of some accounts that tells something: wrapped keys, sealed values, hashes of claims. */
function secretsOf(path: string, accounts: readonly AccountId[]): readonly Buffer[] {
  const database = new Database(path, { readonly: true });
  const found = accounts.flatMap((account) =>
    [
      'SELECT wrapped_key FROM account_keys WHERE account = ?',
      'SELECT sealed FROM private_values WHERE account = ?',
      'SELECT keyed_hash FROM unique_values WHERE account = ?',
    ].flatMap((sql) =>
      database.prepare<[string], string | Buffer>(sql).pluck().all(account).map(asBytes),
    ),
  );
  database.close();
  return found;
}

function asBytes(value: string | Buffer): Buffer {
  return typeof value === 'string' ? Buffer.from(value) : value;
}

function filesOf(path: string): Buffer {
  const files = ['', '-wal', '-shm', '-journal'].map((ending) => `${path}${ending}`);
  return Buffer.concat(files.filter((file) => existsSync(file)).map((file) => readFileSync(file)));
}
