import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { streamPrefixes } from '../../application/ledger/audit-stores.ts';
import type { CheckpointVerdict } from '../../application/ledger/verify-checkpoint.ts';
import type { SignedCheckpoint } from '../../domain/ledger/checkpoint.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { grant, livedThrough, operating, rowsOf } from '../support/lived-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('a signed checkpoint', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let checkpoint: SignedCheckpoint;
  let publicKey: string;
  let account: AccountId;

  before(async () => {
    folder = temporaryFolder();
    account = await livedThrough(folder.path);
    await operating(folder.path, async (operations) => {
      checkpoint = await operations.makeCheckpoint();
      publicKey = operations.checkpointKey();
      // What comes after a checkpoint is none of its business.
      await grant(operations, account);
    });
  });
  after(() => folder.remove());

  const verified = (at: string, of = checkpoint, key = publicKey): Promise<CheckpointVerdict> =>
    operating(at, (operations) => operations.verifyCheckpoint({ checkpoint: of, publicKey: key }));
  /** The verdict on a copy of the folder whose log was changed. */
  const verdictAfter = async (change: (log: string) => void): Promise<CheckpointVerdict> => {
    const copy = temporaryFolder();
    try {
      cpSync(folder.path, copy.path, { recursive: true });
      change(join(copy.path, 'events.db'));
      return await verified(copy.path);
    } finally {
      copy.remove();
    }
  };
  const afterSql = (sql: string) =>
    verdictAfter((log) => {
      const database = new Database(log);
      database.pragma('foreign_keys = OFF');
      database.exec(sql);
      database.close();
    });
  const streamOf = (name: string) => `(SELECT number FROM streams WHERE name = '${name}')`;
  const at = (revision: number) =>
    `stream = ${streamOf(`account-${account}`)} AND revision = ${revision}`;

  it('tells where the log stood, and vouches for it also when the log has grown', async () => {
    assert.equal(checkpoint.streams, checkpoint.heads.length);
    assert.deepEqual(checkpoint.prefixes, streamPrefixes);
    const verdict = await verified(folder.path);
    assert.deepEqual(verdict, {
      valid: true,
      created_at: checkpoint.created_at,
      position: checkpoint.position,
      events: checkpoint.events,
      streams: checkpoint.streams,
      first_fault: null,
      faults: [],
    });
  });

  it('names the event that was changed, in its data, its metadata or its place', async () => {
    for (const change of [
      `data = json_set(data, '$.amount', 1)`,
      `metadata = json_set(metadata, '$.correlationId', 'x')`,
      `type = 'CreditsHeld'`,
      'version = 2',
      `id = x'00112233445546778899aabbccddeeff'`,
      // Words that mean the same, or that nobody reads.
      `data = replace(data, ':', ': ')`,
      `data = replace(data, '{', '{"amount":1,')`,
      `metadata = metadata || ' '`,
      `metadata = json_set(metadata, '$.stranger', 1)`,
      `metadata = json_set(metadata, '$.actor.name', 'x')`,
    ]) {
      const { valid, first_fault } = await afterSql(`UPDATE events SET ${change} WHERE ${at(3)}`);
      assert.equal(valid, false, change);
      assert.deepEqual([first_fault?.stream, first_fault?.revision], [`account-${account}`, 3]);
    }
  });

  it('sees a change of the last event, of a key too, and of a history that was chained anew', async () => {
    for (const name of [`account-${account}`, checkpoint.heads.at(-1)?.[0] ?? '']) {
      const head = checkpoint.heads.find(([stream]) => stream === name);
      const changed = `UPDATE events SET metadata = json_set(metadata, '$.causationId', 'y')
        WHERE stream = ${streamOf(name)} AND revision = ${head?.[1]}`;
      const { first_fault } = await afterSql(changed);
      assert.equal(first_fault?.stream, name);
      assert.equal(first_fault?.revision, head?.[1]);
    }
    assert.match(checkpoint.heads.at(-1)?.[0] ?? '', /^key-/);
  });

  it('sees what is missing, put in, or in another order', async () => {
    const last = checkpoint.heads.find(([name]) => name === `account-${account}`)?.[1] ?? 0;
    const cases = [
      [`DELETE FROM events WHERE ${at(3)}`, /revision 3, found 4/],
      [
        `DELETE FROM events WHERE stream = ${streamOf(`account-${account}`)} AND revision >= ${last}`,
        new RegExp(`shortened: it ends with revision ${last - 1}, it had ${last}`),
      ],
      [
        `DELETE FROM events WHERE stream = ${streamOf(`account-${account}`)}`,
        /whole stream is missing/,
      ],
      [
        `UPDATE streams SET name = 'account-acc_otherother' WHERE name = 'account-${account}'`,
        /put in/,
      ],
      [
        `UPDATE events SET position = -1 WHERE ${at(0)};
         UPDATE events SET position = 1000 WHERE position = 3;
         UPDATE events SET position = 3 WHERE position = -1`,
        /revision|order|shortened/,
      ],
    ] as const;
    for (const [sql, fault] of cases) {
      const { valid, first_fault } = await afterSql(sql);
      assert.equal(valid, false, sql);
      assert.match(first_fault?.fault ?? '', fault, sql);
    }
    const swapped = await swapNeighbours();
    assert.match(swapped.first_fault?.fault ?? '', /not the order/);
  });

  /** Two events of different streams change places: every chain stays as it was. */
  const swapNeighbours = () =>
    verdictAfter((log) => {
      const database = new Database(log);
      const place = database
        .prepare<[], number>(
          `SELECT a.position FROM events a JOIN events b ON b.position = a.position + 1
           WHERE a.stream <> b.stream AND b.position <= ${checkpoint.position} LIMIT 1`,
        )
        .pluck()
        .get();
      assert.ok(place !== undefined);
      database.exec(`UPDATE events SET position = -1 WHERE position = ${place};
        UPDATE events SET position = ${place} WHERE position = ${place + 1};
        UPDATE events SET position = ${place + 1} WHERE position = -1`);
      database.close();
    });

  it('is void when it was changed itself, or signed by somebody else', async () => {
    const stranger = generateKeyPairSync('ed25519').publicKey;
    const strangePem = stranger.export({ type: 'spki', format: 'pem' }).toString();
    const [first = ['', 0, ''], ...others] = checkpoint.heads;
    for (const [forged, key, fault] of [
      [checkpoint, strangePem, /another key/],
      [{ ...checkpoint, public_key: strangePem }, strangePem, /signature does not fit/],
      [{ ...checkpoint, public_key: strangePem }, publicKey, /another key/],
      [{ ...checkpoint, position: 3 }, publicKey, /signature does not fit/],
      [{ ...checkpoint, signature: '' }, publicKey, /signature does not fit/],
      [{ ...checkpoint, heads: others }, publicKey, /list of streams/],
      [
        { ...checkpoint, heads: [[first[0], 0, first[2]] as const, ...others] },
        publicKey,
        /list of streams/,
      ],
    ] as const) {
      const { valid, first_fault } = await verified(folder.path, forged, key);
      assert.equal(valid, false);
      assert.match(first_fault?.fault ?? '', fault);
    }
  });

  it('is not given for a log whose chain is broken', async () => {
    const copy = temporaryFolder();
    cpSync(folder.path, copy.path, { recursive: true });
    const database = new Database(join(copy.path, 'events.db'));
    database.exec(`UPDATE events SET data = json_set(data, '$.amount', 1) WHERE ${at(3)}`);
    database.close();
    await operating(copy.path, async (operations) => {
      await assert.rejects(operations.makeCheckpoint(), /nothing was signed: .* revision 3/);
    });
    copy.remove();
  });

  it('finds any byte of the log that makes a difference', async function () {
    this.timeout(240_000);
    const log = join(folder.path, 'events.db');
    const whole = new Database(log);
    whole.pragma('wal_checkpoint(TRUNCATE)');
    whole.close();
    const bytes = readFileSync(log);
    const before = rowsOf(log, checkpoint.position);
    assert.ok(before !== null && before.length > 10);
    let told = 0;
    const place = fc.integer({ min: 100, max: bytes.length - 1 });
    await fc.assert(
      fc.asyncProperty(place, fc.integer({ min: 1, max: 255 }), async (offset, change) => {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ change;
        let same = true;
        const verdict = await verdictAfter((path) => {
          writeFileSync(path, changed);
          same = JSON.stringify(rowsOf(path, checkpoint.position)) === JSON.stringify(before);
        }).catch(() => null);
        // A file that cannot even be opened tells of itself.
        if (verdict === null) return;
        if (same) return;
        told += 1;
        assert.equal(verdict.valid, false, `byte ${offset}`);
      }),
      { numRuns: 150 },
    );
    assert.ok(told > 5);
  });
});
