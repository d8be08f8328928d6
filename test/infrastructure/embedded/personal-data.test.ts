import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { accountId } from '../../../domain/shared/ids.ts';
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
