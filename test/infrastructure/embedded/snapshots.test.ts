import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { openSnapshots } from '../../../infrastructure/embedded/snapshots.ts';
import { describeSnapshots } from '../../contracts/snapshots.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeSnapshots('embedded', async () => {
  const folder = temporaryFolder();
  return {
    open: async () => openSnapshots({ path: `${folder.path}/snapshots.db` }),
    remove: async () => folder.remove(),
  };
});

describe('the snapshots file', () => {
  it('is made anew when it is no database any more', async () => {
    const folder = temporaryFolder();
    const path = `${folder.path}/snapshots.db`;
    writeFileSync(path, 'this was a database once '.repeat(400));
    const snapshots = openSnapshots({ path });
    assert.equal(await snapshots.get('account-a'), undefined);
    await snapshots.close();
    folder.remove();
  });
});
