import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { AuditReport } from '../../application/ledger/audit-stores.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { openCore, openOperations } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { fiveDebits } from '../support/five-debits.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('the audit of a data folder', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let account: AccountId;
  const config = () => readConfig({ ASSAY_DATA_DIR: folder.path });

  before(async () => {
    folder = temporaryFolder();
    const core = await openCore(config(), (cause) => assert.fail(String(cause)));
    account = await fiveDebits(core);
    await core.stores.close();
    assert.equal((await audit()).clean, true);
  });
  after(() => folder.remove());

  const audit = async (only: AccountId | null = null, at = folder.path): Promise<AuditReport> => {
    const operations = await openOperations(readConfig({ ASSAY_DATA_DIR: at }));
    try {
      return await operations.audit(only);
    } finally {
      await operations.close();
    }
  };
  /** What the audit says of a copy of the folder in which one file was changed. */
  const auditAfter = async (file: string, sql: string): Promise<AuditReport> => {
    const copy = temporaryFolder();
    try {
      cpSync(folder.path, copy.path, { recursive: true });
      const database = new Database(join(copy.path, file));
      database.pragma('foreign_keys = OFF');
      database.exec(sql);
      database.close();
      return await audit(null, copy.path);
    } finally {
      copy.remove();
    }
  };
  const at = (revision: number): string =>
    `stream = (SELECT number FROM streams WHERE name = 'account-${account}') AND revision = ${revision}`;
  const setData = (revision: number, path: string, value: string): string =>
    `UPDATE events SET data = json_set(data, '${path}', ${value}) WHERE ${at(revision)}`;
  const named = (report: AuditReport) => report.faults.map(({ revision }) => revision);

  // Revisions: 0 opened, 1 period, 2 allowance, then hold and debit of five checks: 3 to 12.
  it('names a debit whose amount was changed', async () => {
    const report = await auditAfter('events.db', setData(6, '$.amount', '1'));
    assert.equal(report.clean, false);
    assert.deepEqual(named(report), [6]);
    const { first_fault: first } = report;
    assert.equal(first?.stream, `account-${account}`);
    assert.ok(first.position > 6);
    assert.match(first.event_id, /^[0-9a-f-]{36}$/);
    assert.match(first.fault, /hold/);
  });

  it('names the fault that stands first in the log, in whatever order it finds them', async () => {
    const both = `${setData(12, '$.amount', '1')}; ${setData(8, '$.wordCount', '9')};
      UPDATE events SET data = json_set(data, '$.accountId', 'acc_otherother') WHERE type = 'AccountOpened'
        AND NOT ${at(0)}`;
    const report = await auditAfter('events.db', both);
    assert.equal(report.faulty_streams, 2);
    assert.deepEqual(
      report.first_fault,
      [...report.faults].sort((left, right) => left.position - right.position)[0],
    );
  });

  it('names an event whose meaning is whole but whose words were changed', async () => {
    for (const change of [
      setData(6, '$.wordCount', '9'),
      `UPDATE events SET metadata = json_set(metadata, '$.occurredAt', 5) WHERE ${at(6)}`,
      `UPDATE events SET metadata = json_set(metadata, '$.actor.kind', 'system') WHERE ${at(6)}`,
      `UPDATE events SET id = x'00112233445546778899aabbccddeeff' WHERE ${at(6)}`,
    ]) {
      assert.deepEqual(named(await auditAfter('events.db', change)), [6], change);
    }
  });

  it('names the last event of a stream when it was changed', async () => {
    for (const change of [
      setData(12, '$.wordCount', '9'),
      `UPDATE events SET metadata = json_set(metadata, '$.occurredAt', 5) WHERE ${at(12)}`,
      `UPDATE events SET metadata = json_set(metadata, '$.correlationId', 'x') WHERE ${at(12)}`,
    ]) {
      const report = await auditAfter('events.db', change);
      assert.equal(report.clean, false, change);
      assert.ok(
        report.differences.some(
          ({ model, live }) => model === 'statement' && live?.revision === 12,
        ),
      );
    }
  });

  it('names the place where events are missing in the middle', async () => {
    assert.deepEqual(
      named(await auditAfter('events.db', `DELETE FROM events WHERE ${at(6)}`)),
      [7],
    );
    const moved = `DELETE FROM events WHERE ${at(6)}; UPDATE events SET revision = revision - 1
      WHERE ${at(7).replace('= 7', '> 6')}`;
    assert.deepEqual(named(await auditAfter('events.db', moved)), [5]);
  });

  it('sees that the end of a stream, or all of it, is missing', async () => {
    for (const from of [12, 5, 0]) {
      const report = await auditAfter(
        'events.db',
        `DELETE FROM events WHERE ${at(from).replace('revision =', 'revision >=')}`,
      );
      assert.equal(report.clean, false, `from ${from}`);
      const missing = report.differences.filter(
        ({ model, rebuilt }) => model === 'statement' && rebuilt === undefined,
      );
      assert.equal(missing.length, 13 - from);
    }
  });

  it('names the place where two events changed places', async () => {
    const swap = `UPDATE events SET revision = 100 WHERE ${at(3)};
      UPDATE events SET revision = 3 WHERE ${at(5)};
      UPDATE events SET revision = 5 WHERE ${at(100)}`;
    const report = await auditAfter('events.db', swap);
    assert.equal(report.faults[0]?.fault, 'expected revision 3, found 5');
  });

  it('names an event that cannot be understood, and goes on with the other streams', async () => {
    for (const change of [
      setData(6, '$.amount', '-5'),
      setData(6, '$.stranger', '1'),
      `UPDATE events SET type = 'CreditsInvented' WHERE ${at(6)}`,
      `UPDATE events SET data = '{"broken' WHERE ${at(6)}`,
      `UPDATE events SET metadata = '[]' WHERE ${at(6)}`,
    ]) {
      const report = await auditAfter('events.db', change);
      assert.deepEqual(named(report), [6], change);
      assert.equal(report.clean, false);
      assert.ok(report.streams >= 3);
    }
  });

  it('works on a log whose newest part no read model can be made from', async () => {
    for (const change of [`data = '{"broken'`, `type = 'CreditsInvented'`]) {
      const copy = temporaryFolder();
      cpSync(folder.path, copy.path, { recursive: true });
      const views = new Database(join(copy.path, 'views.db'));
      views.exec('UPDATE models SET checkpoint = 0');
      views.close();
      const events = new Database(join(copy.path, 'events.db'));
      events.exec(`UPDATE events SET ${change} WHERE ${at(12)}`);
      events.close();
      const report = await audit(null, copy.path);
      copy.remove();
      assert.deepEqual([named(report), report.clean], [[12], false], change);
    }
  });

  it('notices a stream under the name of another account', async () => {
    const change = `UPDATE streams SET name = 'account-acc_somebodyelse' WHERE name = 'account-${account}'`;
    const report = await auditAfter('events.db', change);
    assert.deepEqual(named(report), [0]);
  });

  it('notices a key with other rights than it was given', async () => {
    const change = `UPDATE events SET data = json_set(data, '$.rateLimit', 100000) WHERE type = 'KeyCreated'`;
    const report = await auditAfter('events.db', change);
    assert.equal(report.clean, false);
    assert.ok(report.differences.every(({ model }) => model === 'token-validity'));
  });

  it('notices any change of the last event of a key', async () => {
    for (const change of [
      `metadata = json_set(metadata, '$.correlationId', 'x')`,
      `metadata = json_set(metadata, '$.occurredAt', 5)`,
      `id = x'00112233445546778899aabbccddeeff'`,
    ]) {
      const sql = `UPDATE events SET ${change} WHERE type = 'KeyCreated'`;
      const report = await auditAfter('events.db', sql);
      assert.equal(report.clean, false, change);
      assert.deepEqual(
        report.differences.map(({ model }) => model),
        ['token-validity'],
      );
    }
  });

  it('names the document of a read model that was edited, removed or invented', async () => {
    const usage = `"live:usage"`;
    for (const change of [
      `UPDATE ${usage} SET body = json_set(body, '$.balance', 999999) WHERE id = '${account}'`,
      `DELETE FROM ${usage} WHERE id = '${account}'`,
      `UPDATE ${usage} SET revision = 1000 WHERE id = '${account}'`,
    ]) {
      const report = await auditAfter('views.db', change);
      assert.deepEqual(
        report.differences.map(({ model, id }) => [model, id]),
        [['usage', account]],
        change,
      );
      assert.deepEqual(report.faults, []);
    }
    const row = await auditAfter('views.db', `DELETE FROM "live:statement" WHERE revision = 6`);
    assert.equal(row.clean, false);
    assert.ok(row.differences.length >= 1);
  });

  it('notices a column of balances that says otherwise than the log', async () => {
    const copy = temporaryFolder();
    cpSync(folder.path, copy.path, { recursive: true });
    const core = await openCore(readConfig({ ASSAY_DATA_DIR: copy.path }), () => undefined);
    const column = core.stores.openColumn();
    const names = { accounts: [account], grants: [] };
    const forged = { afterPosition: 0, position: 1, lastEventId: 'x', records: new Uint8Array(64) };
    assert.equal(await column.append({ ...forged, names }), true);
    await column.close();
    await core.stores.close();
    const report = await audit(null, copy.path);
    copy.remove();
    assert.deepEqual(report.column_fault, { afterPosition: 0, position: 1 });
    assert.deepEqual([report.clean, report.first_fault, report.differing], [false, null, 0]);
  });

  it('is clean again once nothing is changed, for all and for one account', async () => {
    const all = await audit();
    assert.deepEqual([all.clean, all.faults, all.differences], [true, [], []]);
    assert.equal((await audit(account)).clean, true);
  });
});
