import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import type { PersonalData } from '../../application/ports/personal-data.ts';
import type { ReadDocument, ReadModels, ReadQuery } from '../../application/ports/read-models.ts';
import type {
  RebuildableReadModels,
  ShadowReadModels,
} from '../../application/ports/rebuildable-read-models.ts';
import type { ReportCache } from '../../application/ports/report-cache.ts';
import type { Snapshots } from '../../application/ports/snapshots.ts';
import { type Network, NetworkError } from './network.ts';
import { idempotency, personalData, reportCache, snapshots } from './record-client.ts';
import type { Life } from './scheduler.ts';
import type { TableServer } from './table-server.ts';
import {
  type ChangeReply,
  compareSides,
  type Side,
  type TableChange,
  type TableState,
  tableOf,
} from './table-state.ts';

/** One connection of a node to the tables. */
export interface Connection {
  change(change: TableChange): Promise<ChangeReply>;
  read<Value>(look: (state: TableState) => Value): Promise<Value>;
  run(work: () => Promise<void> | void): Promise<void>;
  readonly life: Life;
}

const timeoutMs = 8_000;

export interface TablePorts {
  readonly readModels: RebuildableReadModels;
  readonly reportCache: ReportCache;
  readonly idempotency: IdempotencyStore;
  readonly personalData: PersonalData;
  readonly snapshots: Snapshots;
}

export interface TableClientOptions {
  readonly network: Network;
  readonly server: TableServer;
  readonly life: Life;
}

/** The ports of one node that stand on the tables. */
export function tablePorts(options: TableClientOptions): TablePorts {
  const connection = connect(options, options.life);
  return {
    readModels: {
      ...sideReadModels(connection, 'live'),
      openShadow: () => openShadow(options),
    },
    reportCache: reportCache(connection),
    idempotency: idempotency(connection),
    personalData: personalData(connection),
    snapshots: snapshots(connection),
  };
}

function connect({ network, server }: TableClientOptions, life: Life): Connection {
  const call = async <Reply>(perform: () => Promise<Reply>): Promise<Reply> => {
    try {
      const mayDuplicate = false;
      return await network.call({ from: life, to: server, timeoutMs, mayDuplicate, perform });
    } catch (error) {
      if (!(error instanceof NetworkError)) throw error;
      if (error.kind === 'refused') throw new StoreUnavailableError(error.message);
      throw new OutcomeUnknownError(error.message);
    }
  };
  return {
    life,
    change: (change) => call(() => server.change(change, life)),
    read: (look) => call(async () => look(server.seenBy(life))),
    run: (work) => call(async () => work()),
  };
}

function sideReadModels(connection: Connection, side: Side): ReadModels {
  /** The generation of the live side that each document was read from. */
  const generations = new WeakMap<ReadDocument, number>();
  let latest: number | null = null;
  const look = <Value>(find: (state: TableState) => Value): Promise<Value> =>
    connection.read((state) => {
      if (side === 'live') latest = state.generation;
      return find(state);
    });
  const noted = (found: readonly ReadDocument[], { generation }: TableState) =>
    found.map((document) => {
      const copy = { ...document };
      if (side === 'live') generations.set(copy, generation);
      return copy;
    });
  return {
    async get(model, id) {
      const [document] = await look((state) => {
        const found = tableOf(state, side, model).documents.get(id);
        return noted(found === undefined ? [] : [found], state);
      });
      return document;
    },
    query: (model, query) =>
      look((state) => noted(matching(tableOf(state, side, model).documents, query), state)),
    async put(model, document, onto) {
      const generation = (onto === undefined ? undefined : generations.get(onto)) ?? latest;
      // What is stored is text, so that nothing is shared with whoever folded it.
      const stored: ReadDocument = JSON.parse(JSON.stringify(document));
      const reply = await connection.change({
        op: 'put',
        side,
        model,
        generation,
        document: stored,
      });
      if (reply === 'stored' || reply === 'superseded') return reply;
      if (reply !== 'swapped') throw new Error(`a put was answered with ${String(reply)}`);
      await look((state) => state.generation);
      return reply;
    },
    checkpoint: (model) => look((state) => tableOf(state, side, model).checkpoint),
    async saveCheckpoint(model, position) {
      await connection.change({ op: 'checkpoint', side, model, position });
    },
    close: async () => undefined,
  };
}

function matching(
  documents: ReadonlyMap<string, ReadDocument>,
  { index, equals, orderBy, from, to, limit }: ReadQuery,
): readonly ReadDocument[] {
  const order = ({ indexes }: ReadDocument): number =>
    orderBy === undefined ? 0 : Number(indexes[orderBy]);
  return [...documents.values()]
    .filter((document) => document.indexes[index] === equals)
    .filter((document) => from === undefined || order(document) >= from)
    .filter((document) => to === undefined || order(document) < to)
    .sort((left, right) => order(left) - order(right) || (left.id < right.id ? -1 : 1))
    .slice(0, limit);
}

/** A rebuild works on a connection of its own, whose end takes back what it has not committed. */
async function openShadow(options: TableClientOptions): Promise<ShadowReadModels> {
  const { life, server } = options;
  let open = true;
  const own: Life = {
    name: life.name,
    get alive() {
      return open && life.alive;
    },
  };
  const connection = connect(options, own);
  await connection.change({ op: 'begin-shadow' });
  const models = sideReadModels(connection, 'shadow');
  const drop = async (): Promise<void> => {
    await connection.change({ op: 'drop-shadow' });
    open = false;
  };
  return {
    models,
    resumed: false,
    async finish({ swap, catchUp }) {
      try {
        await connection.run(() => server.lock(own));
        await catchUp(sideReadModels(connection, 'live'));
        await catchUp(models);
        await connection.run(() => server.assertRebuilder(own));
        const differences = await connection.read(compareSides);
        await connection.change({ op: swap ? 'swap' : 'drop-shadow' });
        await connection.run(() => server.unlock(own, 'commit'));
        return { total: differences.length, differences };
      } finally {
        open = false;
      }
    },
    discard: drop,
    leave: drop,
  };
}
