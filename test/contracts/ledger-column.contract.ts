import assert from 'node:assert/strict';
import type { ColumnBlock, LedgerColumn } from '../../application/ports/ledger-column.ts';
import { collect } from '../support/sample-events.ts';

export interface LedgerColumnFixture {
  open(): Promise<LedgerColumn>;
  remove(): Promise<void>;
}

export function describeLedgerColumn(name: string, make: () => Promise<LedgerColumnFixture>): void {
  describe(`ledger column: ${name}`, () => {
    let fixture: LedgerColumnFixture;
    let column: LedgerColumn;
    let other: LedgerColumn;

    beforeEach(async () => {
      fixture = await make();
      column = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await column.close();
      await other.close();
      await fixture.remove();
    });

    it('is empty at first', async () => {
      assert.equal(await column.last(), undefined);
      assert.deepEqual(await collect(column.blocks()), []);
    });

    it('gives back its blocks in order, to everybody', async () => {
      for (const one of [block(0, 7), block(7, 20), block(20, 21)]) {
        assert.equal(await column.append(one), true);
      }
      const expected = [block(0, 7), block(7, 20), block(20, 21)].map(plain);
      assert.deepEqual((await collect(column.blocks())).map(plain), expected);
      assert.deepEqual((await collect(other.blocks())).map(plain), expected);
      assert.deepEqual(await other.last(), {
        afterPosition: 20,
        position: 21,
        lastEventId: 'event-21',
      });
    });

    it('takes only what begins where it ends', async () => {
      await column.append(block(0, 7));
      assert.equal(await other.append(block(0, 7)), false);
      assert.equal(await other.append(block(0, 9)), false);
      assert.equal(await other.append(block(8, 9)), false);
      assert.equal(await other.append(block(7, 9)), true);
      assert.equal((await collect(column.blocks())).length, 2);
    });

    it('is empty after it was cleared', async () => {
      await column.append(block(0, 7));
      await other.clear();
      assert.equal(await column.last(), undefined);
      assert.equal(await column.append(block(0, 3)), true);
    });
  });
}

function block(afterPosition: number, position: number): ColumnBlock {
  return {
    afterPosition,
    position,
    lastEventId: `event-${position}`,
    records: Uint8Array.from({ length: 96 }, (_, index) => (index * 31 + position) % 256),
    names: { accounts: [`acc_${position}`], grants: [[1, `grt_${position}`]] },
  };
}

/** A store may answer with a `Buffer`, which is a `Uint8Array` all the same. */
function plain({ records, ...others }: ColumnBlock) {
  return { ...others, records: [...records] };
}
