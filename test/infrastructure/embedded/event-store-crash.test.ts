import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '../../../application/ports/event-store.ts';
import { openEventStore } from '../../../infrastructure/embedded/event-store.ts';
import { siblingModule } from '../../../infrastructure/system/start-worker.ts';
import { collect, sampleEvent, sampleEvents } from '../../support/sample-events.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const writer = siblingModule('../../support/event-writer-process', import.meta.url);

const damages: Readonly<Record<string, (file: string) => void>> = {
  whole: () => undefined,
  'cut off': (file) => truncateSync(file, statSync(file).size - 1_000),
  'followed by rubbish': (file) => appendFileSync(file, Buffer.alloc(5_000, 0xa5)),
};

describe('embedded event store after a crash', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let path: string;

  beforeEach(() => {
    folder = temporaryFolder();
    path = join(folder.path, 'events.db');
  });
  afterEach(() => folder.remove());

  it('holds every acknowledged event, each once, after its writers are killed', async () => {
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const writers = [startWriter(path, `a${round}`), startWriter(path, `b${round}`)];
      try {
        await Promise.all(writers.map((one) => one.acknowledges(60 + round * 97)));
      } finally {
        for (const one of writers) acknowledged.push(...(await one.kill()));
      }
      await assertHolds(path, acknowledged);
    }
    assert.ok(acknowledged.length > 500);
  });

  for (const [damage, apply] of Object.entries(damages)) {
    it(`opens with what was written before, when the end of its files is ${damage}`, async () => {
      const store = openEventStore({ path });
      let revision = -1;
      for (let round = 0; round < 20; round += 1) {
        const result = await store.append('account-a', revision, sampleEvents(3));
        assert.ok(result.ok);
        revision = result.lastRevision;
      }
      // What a power cut leaves: the files as they were, without the tidying of a proper close.
      const torn = join(folder.path, 'torn.db');
      copyFileSync(path, torn);
      copyFileSync(`${path}-wal`, `${torn}-wal`);
      const whole = await collect(store.readStream('account-a', 0));
      await store.close();
      apply(`${torn}-wal`);

      const reopened = openEventStore({ path: torn });
      const read = await collect(reopened.readStream('account-a', 0));
      assert.ok(read.length >= 54 && read.length % 3 === 0, `${read.length} events`);
      assert.deepEqual(read, whole.slice(0, read.length));
      const next = await reopened.append('account-a', read.length - 1, sampleEvents(1));
      assert.equal(next.ok, true);
      await reopened.close();
    });
  }
});

interface WriterProcess {
  /** Resolves once so many events were acknowledged. */
  acknowledges(count: number): Promise<void>;
  /** Kills the process without warning and gives back what it had written. */
  kill(): Promise<readonly string[]>;
}

function startWriter(path: string, name: string): WriterProcess {
  const loader = writer.href.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const acknowledgements = `${path}-${name}.txt`;
  writeFileSync(acknowledgements, '');
  const child = spawn(
    process.execPath,
    [...loader, writer.pathname, path, name, acknowledgements],
    { stdio: 'inherit' },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const whole = (): readonly string[] =>
    readFileSync(acknowledgements, 'utf8').split('\n').slice(0, -1);
  return {
    async acknowledges(count) {
      while (whole().length < count) {
        assert.equal(child.exitCode, null, 'the writer ended by itself');
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
      assert.equal(child.signalCode, 'SIGKILL', 'the writer ended by itself');
      return whole();
    },
  };
}

async function assertHolds(path: string, acknowledged: readonly string[]): Promise<void> {
  const store: EventStore = openEventStore({ path });
  const events = await collect(store.readAll(0, ['account-']));
  const held = new Set(events.map(({ stream, revision, id }) => `${stream} ${revision} ${id}`));
  assert.equal(held.size, events.length);
  assert.equal(new Set(events.map(({ id }) => id)).size, events.length);
  const lost = acknowledged.filter((line) => !held.has(line));
  assert.deepEqual(lost, []);
  const next = new Map<string, number>();
  for (const { stream, revision } of events) {
    assert.equal(revision, next.get(stream) ?? 0, `${stream} has no gap`);
    next.set(stream, revision + 1);
  }
  const result = await store.append('account-after', (next.get('account-after') ?? 0) - 1, [
    sampleEvent(),
  ]);
  assert.equal(result.ok, true);
  await store.close();
}
