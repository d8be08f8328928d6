import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import {
  type EventStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import type { AppendFault, ReadFault } from '../../support/eventstore-server/faults.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../../support/eventstore-server/start-server.ts';
import { openTcpGate, type TcpGate } from '../../support/eventstore-server/tcp-gate.ts';
import { collect } from '../../support/sample-events.ts';
import {
  draw,
  isChained,
  someContext,
  type TallyAnswer,
  tallyHandler,
} from '../../support/tally.ts';

const appendFaults: readonly AppendFault[] = [
  'none',
  'silent before applying',
  'silent after applying',
  'reset before applying',
  'reset after applying',
  'late after time-out',
  'slow',
  'very slow',
];
const readFaults: readonly ReadFault[] = ['none', 'silent', 'reset half way', 'silent half way'];
const limit = 7;

interface Schedule {
  readonly appends: readonly AppendFault[];
  readonly reads: readonly ReadFault[];
  /** Commands that two nodes get at once, and whether their connections are cut under them. */
  readonly waves: readonly { readonly commands: number; readonly cut: boolean }[];
}

const schedules: fc.Arbitrary<Schedule> = fc.record({
  appends: fc.array(fc.constantFrom(...appendFaults), { maxLength: 6 }),
  reads: fc.array(fc.constantFrom(...readFaults), { maxLength: 3 }),
  waves: fc.array(fc.record({ commands: fc.integer({ min: 1, max: 6 }), cut: fc.boolean() }), {
    minLength: 1,
    maxLength: 3,
  }),
});

describe('a stream writer on EventStoreDB under faults', () => {
  let server: EventStoreServer;
  let gate: TcpGate;
  let stores: readonly EventStore[];

  before(async () => {
    server = await startEventStoreServer();
    server.faults.slowMs = 20;
    server.faults.verySlowMs = 160;
    gate = await openTcpGate(server.port);
    const connectionString = `esdb://127.0.0.1:${gate.port}?tls=false`;
    stores = [1, 2].map(() => openEventStoreDb({ connectionString, timeoutMs: 120 }));
  });
  after(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await gate.close();
    await server.stop();
  });

  it('loses no command and carries out none twice', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(schedules, async (schedule) => {
        run += 1;
        await carryOut(`account-${run}`, schedule);
      }),
      { numRuns: 25 },
    );
  }).timeout(180_000);

  async function carryOut(stream: string, schedule: Schedule): Promise<void> {
    const handlers = stores.map((eventStore) => tallyHandler({ eventStore }));
    const ask = (name: string, node: number): Promise<TallyAnswer> => {
      const handler = handlers[node % handlers.length] ?? assert.fail();
      return handler.handle(stream, draw(name, limit), someContext);
    };
    server.faults.appends = [...schedule.appends];
    server.faults.reads = [...schedule.reads];
    const open: string[] = [];
    for (const [wave, { commands, cut }] of schedule.waves.entries()) {
      const names = Array.from({ length: commands }, (_, command) => `${wave}-${command}`);
      const asked = Promise.allSettled(names.map(ask));
      if (cut) await sleep(3).then(() => gate.cut());
      for (const [index, outcome] of (await asked).entries()) {
        const name = names[index] ?? assert.fail();
        if (outcome.status === 'rejected') {
          assertHonest(outcome.reason);
          open.push(name);
        } else assertTold(outcome.value, name, server.log.stream(stream));
      }
    }
    server.faults.appends = [];
    server.faults.reads = [];
    for (const name of open) await untilAnswered(() => ask(name, 0));
    const total = schedule.waves.reduce((sum, { commands }) => sum + commands, 0);
    const [first] = stores;
    const events = await untilAnswered(() =>
      collect(first?.readStream(stream, 0) ?? assert.fail()),
    );
    assertSound(events, Math.min(limit, total));
  }
});

function assertHonest(reason: unknown): void {
  const honest = reason instanceof StoreUnavailableError || reason instanceof OutcomeUnknownError;
  assert.ok(honest, String(reason));
}

/** What a command was told is in the log at that moment. */
function assertTold(
  answer: TallyAnswer,
  name: string,
  stored: readonly { readonly data: Uint8Array }[],
): void {
  const names = stored.map(({ data }) => String(JSON.parse(Buffer.from(data).toString()).name));
  assert.equal(names.filter((known) => known === name).length, answer.drawn ? 1 : 0, name);
  if (!answer.drawn) assert.equal(names.length, limit);
}

function assertSound(events: readonly RecordedEvent[], count: number): void {
  const names = events.map(({ data }) => data.name);
  assert.equal(new Set(names).size, names.length, 'a command was carried out twice');
  assert.equal(names.length, count);
  assert.ok(isChained(events));
}

async function untilAnswered<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let attempts = 0; attempts < 50; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      assertHonest(error);
      await sleep(20);
    }
  }
  return assert.fail('never answered');
}
