import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openLedgerColumn } from '../../../infrastructure/embedded/ledger-column.ts';
import { describeLedgerColumn } from '../../contracts/ledger-column.contract.ts';
import { collect } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeLedgerColumn('embedded', async () => {
  const folder = temporaryFolder();
  return {
    open: async () => openLedgerColumn({ path: `${folder.path}/column.db` }),
    remove: async () => folder.remove(),
  };
});

describe('the file of the ledger column', () => {
  const folder = temporaryFolder();
  const path = `${folder.path}/column.db`;
  after(() => folder.remove());

  it('ends before a block in which a bit has turned, and forgets what is behind it', async () => {
    const column = openLedgerColumn({ path });
    for (const [afterPosition, position] of [
      [0, 5],
      [5, 9],
      [9, 12],
    ] as const) {
      const records = new Uint8Array(48).fill(position);
      const names = { accounts: [], grants: [] };
      await column.append({ afterPosition, position, lastEventId: 'e', records, names });
    }
    const database = new Database(path);
    database
      .prepare(
        "UPDATE blocks SET records = CAST(x'01' || substr(records, 2) AS BLOB) WHERE position = 9",
      )
      .run();
    database.close();
    const positions = (await collect(column.blocks())).map(({ position }) => position);
    assert.deepEqual(positions, [5]);
    assert.equal((await column.last())?.position, 5);
    await column.close();
  });

  it('is made anew when it is no database any more', async () => {
    writeFileSync(`${folder.path}/spoilt.db`, 'no column '.repeat(1000));
    const column = openLedgerColumn({ path: `${folder.path}/spoilt.db` });
    assert.deepEqual(await collect(column.blocks()), []);
    await column.close();
  });
});
