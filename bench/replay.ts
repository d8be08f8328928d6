import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extendLedgerColumn, type LedgerColumnPorts } from '../application/ledger/ledger-column.ts';
import { listBalances } from '../application/ledger/list-balances.ts';
import { accountStream } from '../domain/ledger/events.ts';
import { emptyLedger, evolve, type Ledger } from '../domain/ledger/ledger.ts';
import type { AccountId } from '../domain/shared/ids.ts';
import { openEventStore } from '../infrastructure/embedded/event-store.ts';
import { openLedgerColumn } from '../infrastructure/embedded/ledger-column.ts';
import { openSnapshots } from '../infrastructure/embedded/snapshots.ts';
import { eventCodec } from '../infrastructure/events/event-codec.ts';
import { openCore } from '../interfaces/composition.ts';
import { readConfig } from '../interfaces/config.ts';
import { fillLog } from './large-log.ts';
import { compared, inRounds, median } from './rounds.ts';
import { type BenchRow, number, ratios } from './table.ts';

const logSize = { accounts: 100, eventsPerAccount: 10_000 };
const longAccount = { accounts: 1, eventsPerAccount: 100_000 };
const rounds = 3;

/** Balances from a whole log, and one long account, against parsing the same bytes. */
export async function replayRows(): Promise<readonly BenchRow[]> {
  return [...(await wholeLog()), ...(await oneAccount())];
}

async function wholeLog(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-replay-'));
  const eventStore = openEventStore({ path: join(folder, 'events.db') });
  const ledgerColumn = openLedgerColumn({ path: join(folder, 'column.db') });
  try {
    await fillLog(eventStore, logSize);
    const ports: LedgerColumnPorts = { eventStore, ledgerColumn, codec: eventCodec };
    const texts = await eventTexts(ports);
    const total = texts.length / 2;
    const rate = async (work: () => Promise<unknown>): Promise<number> => {
      const started = performance.now();
      await work();
      return total / ((performance.now() - started) / 1000);
    };
    const filling = await rate(() => extendLedgerColumn(ports));
    const figures = await inRounds(
      [
        { name: 'column', measure: () => rate(() => listBalances(ports, { at: null })) },
        { name: 'JSON.parse', measure: () => rate(async () => texts.forEach(parsed)) },
        { name: 'events', measure: () => rate(() => foldAll(ports)) },
      ],
      rounds,
    );
    const column = compared(figures, { ours: 'column', peer: 'JSON.parse' });
    const events = compared(figures, { ours: 'events', peer: 'JSON.parse' });
    const against = `replay of ${number(total)} events to the balances of ${logSize.accounts} accounts`;
    return [
      {
        what: `${against} from the ledger column, against \`JSON.parse\` of the same events in memory, events/s`,
        figure: `${number(column.ours)} / ${number(column.peer)} = ${number(column.ratio, 1)}x (${ratios(column.ratios)})`,
        goal: 'at least 0.6x',
        met: column.ratio >= 0.6,
      },
      {
        what: 'the same from the events themselves: read, parsed, checked by schema, folded',
        figure: `${number(events.ours)} / ${number(events.peer)} = ${number(events.ratio, 2)}x (${ratios(events.ratios)})`,
        goal: '',
        met: null,
      },
      {
        what: 'making the ledger column of that log, once, events/s',
        figure: number(filling),
        goal: '',
        met: null,
      },
    ];
  } finally {
    await eventStore.close();
    await ledgerColumn.close();
    await rm(folder, { recursive: true });
  }
}

/** Data and metadata of every event as they lie in the log. */
async function eventTexts({ eventStore }: LedgerColumnPorts): Promise<readonly string[]> {
  const texts: string[] = [];
  for await (const { data, metadata } of eventStore.readAll(0, ['account-'])) {
    texts.push(JSON.stringify(data), JSON.stringify(metadata));
  }
  return texts;
}

function parsed(text: string): void {
  JSON.parse(text);
}

async function foldAll({ eventStore, codec }: LedgerColumnPorts): Promise<void> {
  const ledgers = new Map<string, Ledger>();
  for await (const recorded of eventStore.readAll(0, ['account-'])) {
    const ledger = ledgers.get(recorded.stream) ?? emptyLedger;
    const event = codec.ledgerEvent(recorded);
    const { occurredAt } = recorded.metadata;
    ledgers.set(recorded.stream, evolve(ledger, { event, occurredAt }));
  }
}

async function oneAccount(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-long-'));
  const bare = `${folder}-bare`;
  try {
    const eventStore = openEventStore({ path: join(folder, 'events.db') });
    const [account] = await fillLog(eventStore, longAccount);
    await eventStore.close();
    if (account === undefined) throw new Error('no account');
    await cp(folder, bare, { recursive: true });
    await loadMs(folder, account);
    const figures = await inRounds(
      [
        { name: 'with', measure: () => loadMs(folder, account) },
        {
          name: 'without',
          async measure() {
            const snapshots = openSnapshots({ path: join(bare, 'snapshots.db') });
            await snapshots.clear();
            await snapshots.close();
            return loadMs(bare, account);
          },
        },
      ],
      rounds,
    );
    const shorter = compared(figures, { ours: 'with', peer: 'without' });
    const factor = median(shorter.ratios.map((ratio) => 1 / ratio));
    return [
      {
        what: 'loading an account of 100,000 events (50,000 debits within a day) from its snapshot, against without',
        figure: `${number(shorter.ours)} ms / ${number(shorter.peer)} ms, ${number(factor, 1)} times faster`,
        goal: '',
        met: null,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
    await rm(bare, { recursive: true, force: true });
  }
}

/** From a process that knows nothing of the account to its balance. */
async function loadMs(folder: string, account: AccountId): Promise<number> {
  const core = await openCore(readConfig({ ASSAY_DATA_DIR: folder }), () => undefined);
  const started = performance.now();
  await core.ledger.current(accountStream(account));
  const elapsed = performance.now() - started;
  // A snapshot that is due is taken in the background.
  for (let tries = 0; tries < 100; tries++) {
    if ((await core.stores.snapshots.get(accountStream(account))) !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await core.stores.close();
  return elapsed;
}
