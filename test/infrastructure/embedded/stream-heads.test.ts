import assert from 'node:assert/strict';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import {
  type EventAppender,
  eventAppender,
} from '../../../infrastructure/embedded/event-append.ts';
import { eventSchema } from '../../../infrastructure/embedded/event-schema.ts';
import { packEvents } from '../../../infrastructure/embedded/event-text.ts';
import { commitBatch } from '../../../infrastructure/embedded/sqlite-batch.ts';
import { openWriter } from '../../../infrastructure/embedded/sqlite-database.ts';
import { sampleEvent, sampleEvents } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const stream = 'account-a';

describe('what the writer thread remembers of streams', () => {
  let remove: () => void;
  let mine: Writer;
  let other: Writer;

  beforeEach(() => {
    const folder = temporaryFolder();
    remove = folder.remove;
    mine = openLog(join(folder.path, 'events.db'));
    other = openLog(join(folder.path, 'events.db'));
  });
  afterEach(() => {
    mine.database.close();
    other.database.close();
    remove();
  });

  it('is forgotten when another connection has written', () => {
    assert.equal(appended(mine, -1, 2).ok, true);
    assert.equal(appended(other, 1, 3).ok, true);
    assert.deepEqual(appended(mine, 1, 1), { ok: false, actualRevision: 4 });
    assert.deepEqual(appended(mine, 4, 1), { ok: true, lastRevision: 5, firstPosition: 6 });
  });

  it('is forgotten when a transaction came to nothing', () => {
    assert.equal(appended(mine, -1, 2).ok, true);
    mine.database.exec('BEGIN IMMEDIATE');
    mine.appender.append(request(1, 3));
    mine.database.exec('ROLLBACK');
    mine.appender.forget();
    assert.deepEqual(appended(mine, 1, 1), { ok: true, lastRevision: 2, firstPosition: 3 });
  });

  it('finds an event that comes again, its own and those of the log it was opened on', () => {
    const event = sampleEvent();
    const again = { stream, expected: 0, events: packEvents([event]) };
    assert.equal(committed(mine, { ...again, expected: -1 }).ok, true);
    for (const writer of [mine, other]) {
      assert.throws(() => committed(writer, again), /holds the event [0-9a-f]{32} already/);
    }
    assert.deepEqual(appended(mine, 0, 1), { ok: true, lastRevision: 1, firstPosition: 2 });
  });

  it('does not mix up what a stream had when its number was given and taken back', () => {
    mine.database.exec('BEGIN IMMEDIATE');
    mine.appender.append(request(-1, 1));
    mine.database.exec('ROLLBACK');
    mine.appender.forget();
    assert.equal(committed(other, { ...request(-1, 1), stream: 'account-b' }).ok, true);
    assert.equal(appended(mine, -1, 1).ok, true);
    const names = mine.database.prepare('SELECT name FROM streams ORDER BY number').pluck().all();
    assert.deepEqual(names, ['account-b', stream]);
  });
});

interface Writer {
  readonly database: Database.Database;
  readonly appender: EventAppender;
}

function openLog(path: string): Writer {
  const database = openWriter({ path, durability: 'full', schema: eventSchema });
  return { database, appender: eventAppender(database) };
}

function request(expected: number, count: number) {
  return { stream, expected, events: packEvents(sampleEvents(count)) };
}

function appended(writer: Writer, expected: number, count: number) {
  return committed(writer, request(expected, count));
}

function committed({ database, appender }: Writer, append: ReturnType<typeof request>) {
  const [outcome] = commitBatch(database, [append], appender.append);
  if (outcome?.ok === true) return outcome.reply;
  throw new Error(outcome?.failure.message);
}
