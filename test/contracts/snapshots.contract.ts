import assert from 'node:assert/strict';
import type { Snapshot, Snapshots } from '../../application/ports/snapshots.ts';

export interface SnapshotsFixture {
  /** The same snapshots through a connection of its own each time, as another process has it. */
  open(): Promise<Snapshots>;
  remove(): Promise<void>;
}

export function describeSnapshots(name: string, make: () => Promise<SnapshotsFixture>): void {
  describe(`snapshots: ${name}`, () => {
    let fixture: SnapshotsFixture;
    let snapshots: Snapshots;
    let other: Snapshots;

    beforeEach(async () => {
      fixture = await make();
      snapshots = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await snapshots.close();
      await other.close();
      await fixture.remove();
    });

    it('gives back what was put, to everybody', async () => {
      const stored = snapshot(7, { state: '{"name":"Zoë \\u0000 😀"}\n[1,2]' });
      await snapshots.put('account-a', stored);
      assert.deepEqual(await snapshots.get('account-a'), stored);
      assert.deepEqual(await other.get('account-a'), stored);
    });

    it('knows nothing of a stream without a snapshot', async () => {
      await snapshots.put('account-a', snapshot(7));
      assert.equal(await snapshots.get('account-b'), undefined);
      assert.equal(await snapshots.get('account-'), undefined);
    });

    it('keeps the newest by revision, whoever puts it and in whatever order', async () => {
      await snapshots.put('account-a', snapshot(7));
      await other.put('account-a', snapshot(6));
      assert.deepEqual(await snapshots.get('account-a'), snapshot(7));
      await other.put('account-a', snapshot(7, { state: 'another' }));
      assert.deepEqual(await snapshots.get('account-a'), snapshot(7));
      await other.put('account-a', snapshot(8));
      assert.deepEqual(await snapshots.get('account-a'), snapshot(8));
    });

    it('ends with the newest when many are put at once', async () => {
      const revisions = Array.from({ length: 40 }, (_, index) => (index * 17) % 40);
      const puts = revisions.map((revision, index) =>
        (index % 2 === 0 ? snapshots : other).put('account-a', snapshot(revision)),
      );
      await Promise.all(puts);
      assert.deepEqual(await snapshots.get('account-a'), snapshot(39));
    });

    it('removes the snapshot that is meant, and makes room for an older one', async () => {
      await snapshots.put('account-a', snapshot(7));
      await snapshots.put('account-b', snapshot(7));
      await other.remove('account-a', snapshot(7).seal);
      assert.equal(await snapshots.get('account-a'), undefined);
      assert.deepEqual(await snapshots.get('account-b'), snapshot(7));
      await snapshots.put('account-a', snapshot(3));
      assert.deepEqual(await other.get('account-a'), snapshot(3));
    });

    it('does not remove a snapshot that has taken the place of the one meant', async () => {
      await snapshots.put('account-a', snapshot(7));
      await other.put('account-a', snapshot(8));
      await snapshots.remove('account-a', snapshot(7).seal);
      assert.deepEqual(await other.get('account-a'), snapshot(8));
      await snapshots.remove('account-none', snapshot(7).seal);
    });

    it('clears everything', async () => {
      await Promise.all([1, 2, 3].map((n) => snapshots.put(`account-${n}`, snapshot(n))));
      await other.clear();
      for (const n of [1, 2, 3]) assert.equal(await snapshots.get(`account-${n}`), undefined);
    });

    it('keeps large states', async () => {
      const large = snapshot(7, { state: 'chk_0123456789abcdef '.repeat(300_000) });
      await snapshots.put('account-a', large);
      assert.deepEqual(await other.get('account-a'), large);
    });
  });
}

function snapshot(revision: number, changes: Partial<Snapshot> = {}): Snapshot {
  const digits = revision.toString(16).padStart(64, '0');
  return {
    foldVersion: 1,
    revision,
    lastHash: digits,
    state: `state ${revision}`,
    seal: digits,
    ...changes,
  };
}
