import { apiKeyDecider, type KeyRegistry } from '../../application/access/key-registry.ts';
import { openFlights } from '../../application/checks/flights.ts';
import type { IdempotentCheckPorts } from '../../application/checks/run-idempotently.ts';
import { commandHandler } from '../../application/handle-command.ts';
import { type AccountLedger, ledgerDecider } from '../../application/ledger/account-ledger.ts';
import type { DocumentCodec } from '../../application/ports/document-codec.ts';
import type { EventCodec } from '../../application/ports/event-codec.ts';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { Hasher } from '../../application/ports/hasher.ts';
import type { RebuildableReadModels } from '../../application/ports/rebuildable-read-models.ts';
import type { Secrets } from '../../application/ports/secrets.ts';
import type { Snapshots } from '../../application/ports/snapshots.ts';
import type { Telemetry } from '../../application/ports/telemetry.ts';
import type { Timers } from '../../application/ports/timers.ts';
import type { CommandPorts } from '../../application/stream-writer.ts';
import type { Allowances } from '../../domain/access/plan.ts';
import { credits } from '../../domain/shared/credits.ts';
import { instant } from '../../domain/shared/instant.ts';
import { documentCodec } from '../../infrastructure/events/document-codec.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import { nodeHasher } from '../../infrastructure/system/node-hasher.ts';
import { projectInline } from '../../projections/project-inline.ts';
import type { Projection } from '../../projections/projection.ts';
import { projectionRegistry } from '../../projections/registry.ts';
import { type ProjectionRunner, startProjections } from '../../projections/runner.ts';
import { type AnalyserFaults, simulatedAnalyser } from './analyser.ts';
import type { Host } from './network.ts';
import type { Life, Scheduler } from './scheduler.ts';
import type { TablePorts } from './table-client.ts';

export const hasher: Hasher = nodeHasher(new Uint8Array(32).fill(7));
export const projections: readonly Projection[] = projectionRegistry(
  eventCodec,
  documentCodec,
  hasher.sha256,
);
export const allowances: Allowances = { free: credits(0), pro: credits(400), team: credits(4_000) };

/** Everything a running node offers, as `composition` and `main` put it together. */
export interface NodePorts extends IdempotentCheckPorts, TablePorts {
  readonly keys: KeyRegistry;
  readonly eventStore: EventStore;
  readonly readModels: RebuildableReadModels;
  readonly codec: EventCodec;
  readonly documents: DocumentCodec;
  readonly secrets: Secrets;
  readonly allowances: Allowances;
}

/** What may be put in place of a part of the product, to see whether the simulator notices. */
export interface NodeMistakes {
  wrapStore(store: EventStore): EventStore;
  wrapReadModels(models: RebuildableReadModels): RebuildableReadModels;
  wrapLedger(decider: LedgerDecider): LedgerDecider;
  wrapKeys(decider: KeyDecider): KeyDecider;
  readonly servesBeforeCaughtUp: boolean;
}

export type LedgerDecider = ReturnType<typeof ledgerDecider>;
export type KeyDecider = ReturnType<typeof apiKeyDecider>;

export interface NodeWorld {
  readonly scheduler: Scheduler;
  readonly analyserFaults: AnalyserFaults;
  readonly mistakes: NodeMistakes;
  /** Milliseconds since 1970 as this node's clock shows them. */
  clock(name: string): number;
  openStore(life: Life): EventStore;
  openTables(life: Life): TablePorts;
  /** A projection stopped for good: never right in a simulation. */
  onStopped(projection: string, cause: Error): void;
}

/** One process: it starts, serves, and is killed in the middle of anything. */
export class SimulatedNode implements Host {
  readonly name: string;
  life: Life;
  ports: NodePorts | null = null;
  runner: ProjectionRunner | null = null;
  readonly #world: NodeWorld;

  constructor(name: string, world: NodeWorld) {
    this.name = name;
    this.life = { name, alive: false };
    this.#world = world;
  }

  get serving(): boolean {
    return this.life.alive && this.ports !== null;
  }

  kill(): void {
    if (!this.life.alive) return;
    this.life.alive = false;
    this.ports = null;
    this.runner = null;
    this.#world.scheduler.note(this.name, 'is killed');
  }

  /** Serves once its read models hold what was in the log at the start. */
  start(): void {
    if (this.life.alive) return;
    const life = { name: this.name, alive: true };
    this.life = life;
    this.#world.scheduler.note(this.name, 'starts');
    this.#boot(life).catch((error: unknown) => {
      // A process that cannot start ends, and whoever supervises it starts it anew.
      this.#world.scheduler.note(this.name, `cannot start: ${nameOf(error)}`);
      this.#world.scheduler.after(300, life, () => {
        this.kill();
        this.start();
      });
    });
  }

  async #boot(life: Life): Promise<void> {
    const { mistakes, onStopped } = this.#world;
    const ports = portsOf(this.#world, life);
    if (mistakes.servesBeforeCaughtUp) this.ports = ports;
    const runner = await startProjections({
      eventStore: ports.eventStore,
      readModels: ports.readModels,
      projections,
      onStopped,
    });
    this.runner = runner;
    await runner.caughtUp();
    this.ports = ports;
    this.#world.scheduler.note(this.name, 'serves');
  }
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

function portsOf(world: NodeWorld, life: Life): NodePorts {
  const { scheduler, mistakes } = world;
  const { random } = scheduler;
  const tables = world.openTables(life);
  const eventStore = mistakes.wrapStore(world.openStore(life));
  const readModels = mistakes.wrapReadModels(tables.readModels);
  const timers: Timers = {
    pause: (durationMs) => scheduler.sleep(durationMs, life),
    random: () => random.next(),
  };
  const { snapshots } = tables;
  const { ledger, keys } = handlers({ eventStore, readModels, snapshots, timers, mistakes });
  return {
    ...tables,
    readModels,
    eventStore,
    ledger,
    keys,
    hasher,
    codec: eventCodec,
    documents: documentCodec,
    clock: { now: () => instant(Math.floor(world.clock(life.name))) },
    timers,
    ids: { fresh: (prefix) => prefix + random.word(24), uuid: () => uuid(scheduler) },
    secrets: { credential: (prefix) => prefix + random.word(43), digits: unused },
    analyser: simulatedAnalyser(scheduler, world.analyserFaults, life),
    documentReader: { read: unused, close: async () => undefined },
    library: {
      store: async () => undefined,
      candidates: async () => [],
      forget: async () => undefined,
      close: async () => undefined,
    },
    telemetry: silent,
    // What sealing protects against is not of this world; what it does on the way is nothing.
    sealer: { seal: async (_, { text }) => text, open: async (_, { sealed }) => sealed },
    flights: openFlights(),
    background: (work) => void work(),
    allowances,
    maxWords: 100_000,
  };
}

function handlers(made: {
  readonly eventStore: EventStore;
  readonly readModels: RebuildableReadModels;
  readonly snapshots: Snapshots;
  readonly timers: Timers;
  readonly mistakes: NodeMistakes;
}): { readonly ledger: AccountLedger; readonly keys: KeyRegistry } {
  const { eventStore, readModels, snapshots, timers, mistakes } = made;
  const ports: CommandPorts = {
    eventStore,
    hasher,
    timers,
    snapshots,
    project: (events) => projectInline({ eventStore, readModels }, projections, events),
  };
  const ledgerPorts: CommandPorts = {
    ...ports,
    // As in `composition`: a debit does not wait for a read model that is late.
    project: (events) => ports.project(events).catch(() => undefined),
  };
  return {
    ledger: commandHandler(mistakes.wrapLedger(ledgerDecider(eventCodec, allowances)), ledgerPorts),
    keys: commandHandler(mistakes.wrapKeys(apiKeyDecider(eventCodec)), ports),
  };
}

export function uuid({ random }: Scheduler): string {
  const groups = [8, 4, 4, 4, 12].map((digits) => random.hex(digits));
  return groups.join('-');
}

const unused = (): never => {
  throw new Error('no files in a simulation');
};

const silent: Telemetry = {
  count: () => undefined,
  record: () => undefined,
  observe: () => undefined,
  log: () => undefined,
  trace: (_name, _attributes, work) => work(),
};
