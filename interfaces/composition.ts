import { join } from 'node:path';
import { createKey } from '../application/access/create-key.ts';
import { eraseAccount } from '../application/access/erase-account.ts';
import { apiKeyDecider, type KeyRegistry } from '../application/access/key-registry.ts';
import { revokeKey } from '../application/access/revoke-key.ts';
import { commandHandler } from '../application/handle-command.ts';
import { type AccountLedger, ledgerDecider } from '../application/ledger/account-ledger.ts';
import { auditStores } from '../application/ledger/audit-stores.ts';
import { choosePlan } from '../application/ledger/choose-plan.ts';
import { getStatement } from '../application/ledger/get-statement.ts';
import { grantCredits } from '../application/ledger/grant-credits.ts';
import { listBalances } from '../application/ledger/list-balances.ts';
import { openAccount } from '../application/ledger/open-account.ts';
import { refundDebit } from '../application/ledger/refund-debit.ts';
import { showAccount } from '../application/ledger/show-account.ts';
import { showAccountAt } from '../application/ledger/show-account-at.ts';
import type { DocumentCodec } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import type { EventStore } from '../application/ports/event-store.ts';
import type { FingerprintLibrary } from '../application/ports/fingerprint-library.ts';
import type { FlightClaims } from '../application/ports/flight-claims.ts';
import type { Hasher } from '../application/ports/hasher.ts';
import type { LedgerColumn } from '../application/ports/ledger-column.ts';
import type { TextSealer } from '../application/ports/text-sealer.ts';
import type { CommandPorts } from '../application/stream-writer.ts';
import type { Allowances } from '../domain/access/plan.ts';
import { credits } from '../domain/shared/credits.ts';
import type { Actor } from '../domain/shared/event.ts';
import { createAnalyser } from '../infrastructure/analysis/analyser.ts';
import { openEventStore } from '../infrastructure/embedded/event-store.ts';
import { openFingerprintLibrary } from '../infrastructure/embedded/fingerprint-library.ts';
import { openLedgerColumn } from '../infrastructure/embedded/ledger-column.ts';
import {
  type EmbeddedStores,
  openEmbeddedStores,
} from '../infrastructure/embedded/open-embedded-stores.ts';
import { documentCodec } from '../infrastructure/events/document-codec.ts';
import { eventCodec } from '../infrastructure/events/event-codec.ts';
import { openEventStoreDb } from '../infrastructure/eventstoredb/event-store.ts';
import { nodeHasher } from '../infrastructure/system/node-hasher.ts';
import { randomIds } from '../infrastructure/system/random-ids.ts';
import { randomSecrets } from '../infrastructure/system/random-secrets.ts';
import { serverSecret } from '../infrastructure/system/server-secret.ts';
import { systemClock } from '../infrastructure/system/system-clock.ts';
import { systemTimers } from '../infrastructure/system/system-timers.ts';
import { textSealer } from '../infrastructure/system/text-sealer.ts';
import { catchUp } from '../projections/catch-up.ts';
import { projectInline } from '../projections/project-inline.ts';
import type { Projection } from '../projections/projection.ts';
import { rebuild } from '../projections/rebuild.ts';
import { projectionRegistry } from '../projections/registry.ts';
import { bulkEngines } from './cli/bulk-engines.ts';
import type { BulkEngines, Operations } from './cli/operations.ts';
import type { Config } from './config.ts';

/** What the server and the command line share: the stores of a data folder and the ledger over them. */
export interface Core {
  readonly stores: Stores;
  readonly events: EventCodec;
  readonly documents: DocumentCodec;
  readonly hasher: Hasher;
  readonly sealer: TextSealer;
  readonly ledger: AccountLedger;
  readonly keys: KeyRegistry;
  readonly allowances: Allowances;
  readonly projections: readonly Projection[];
}

/** The stores of an installation, whichever technology keeps them. */
export interface Stores extends EmbeddedStores {
  readonly events: EventStore;
  /** Null where no other node can be. */
  readonly flightClaims: FlightClaims | null;
  /** Opened by those who compare texts; they close it. */
  openLibrary(): FingerprintLibrary;
  /** Opened by those who list balances; they close it. */
  openColumn(): LedgerColumn;
}

export function openCore(config: Config, onLateProjection: (cause: unknown) => void): Core {
  const folder = config.dataFolder;
  const secret = serverSecret({ folder, given: config.secret ?? undefined });
  const hasher = nodeHasher(secret);
  const projections = projectionRegistry(eventCodec, documentCodec, hasher.sha256);
  const models = projections.map(({ declaration }) => declaration);
  const stores = openStores(config, { hasher, secret, models });
  const projectionPorts = { eventStore: stores.events, readModels: stores.readModels };
  const ports: CommandPorts = {
    eventStore: stores.events,
    hasher,
    timers: systemTimers,
    project: (events) => projectInline(projectionPorts, projections, events),
  };
  // A debit that is in the log is a debit: its answer does not wait for a read model that the
  // subscription will bring up to date. A revocation that no reader sees yet is not done.
  const ledgerPorts: CommandPorts = {
    ...ports,
    snapshots: stores.snapshots,
    project: (events) => ports.project(events).catch(onLateProjection),
  };
  const { free, pro, team } = config.allowances;
  const allowances = { free: credits(free), pro: credits(pro), team: credits(team) };
  return {
    stores,
    allowances,
    events: eventCodec,
    documents: documentCodec,
    hasher,
    sealer: textSealer(stores.personalData),
    ledger: commandHandler(ledgerDecider(eventCodec, allowances), ledgerPorts),
    keys: commandHandler(apiKeyDecider(eventCodec), ports),
    projections,
  };
}

/** Which technology keeps what: the only place that knows. */
function openStores(config: Config, options: Omit<EmbeddedOptions, 'folder'>): Stores {
  const { dataFolder, eventStore } = config;
  // What is derived from one log must never be taken for what another log holds.
  const folder = eventStore === null ? dataFolder : join(dataFolder, 'beside-eventstoredb');
  const beside = openEmbeddedStores({ ...options, folder });
  const events =
    eventStore === null
      ? openEventStore({ path: join(dataFolder, 'events.db') })
      : addressed('ASSAY_EVENTSTORE', () => openEventStoreDb({ connectionString: eventStore }));
  return {
    ...beside,
    events,
    flightClaims: null,
    openLibrary: () => openFingerprintLibrary({ path: join(folder, 'library.db') }),
    openColumn: () => openLedgerColumn({ path: join(folder, 'column.db') }),
    async close() {
      await Promise.all([events.close(), beside.close()]);
    },
  };
}

/** What a client library says of an address may repeat it, with the password in it. */
function addressed<Store>(setting: string, open: () => Store): Store {
  try {
    return open();
  } catch {
    throw new Error(`settings are off: ${setting}: the address cannot be read`);
  }
}

type EmbeddedOptions = Parameters<typeof openEmbeddedStores>[0];

/** The ports of use cases that a person of ours runs on a data folder. */
export function supportPorts(core: Core) {
  const { ledger, keys, stores, hasher, sealer, documents, events, allowances } = core;
  return {
    allowances,
    ledger,
    keys,
    hasher,
    sealer,
    documents,
    codec: events,
    eventStore: stores.events,
    readModels: stores.readModels,
    personalData: stores.personalData,
    clock: systemClock,
    ids: randomIds,
    secrets: randomSecrets,
  };
}

/** The command line's view of a data folder; a server may work on the same one at the same time. */
export async function openOperations(config: Config): Promise<Operations> {
  const core = openCore(config, () => undefined);
  const ports = supportPorts(core);
  const actor: Actor = { kind: 'support' };
  // Nothing follows the log in this process: what reads a model catches up first. An audit does not, for
  // it has to work on a log that no model can be made from.
  const caughtUp = (): Promise<void> => catchUp(ports, core.projections);
  return {
    openAccount: (email, plan) => openAccount(ports, { email, plan, actor }),
    choosePlan: (accountId, plan) => choosePlan(ports, { accountId, plan, actor }),
    grantCredits: (grant) => grantCredits(ports, { ...grant, actor }),
    async showAccount(accountId) {
      await caughtUp();
      return showAccount(ports, { accountId });
    },
    showAccountAt: (accountId, at) =>
      showAccountAt({ ...ports, allowances: core.allowances }, { accountId, at }),
    createKey: (key) => createKey(ports, { ...key, actor }),
    async revokeKey(keyId) {
      await caughtUp();
      return revokeKey(ports, { keyId, actor });
    },
    async eraseAccount(accountId) {
      await caughtUp();
      const library = core.stores.openLibrary();
      try {
        return await eraseAccount({ ...ports, library }, { accountId, actor });
      } finally {
        await library.close();
      }
    },
    refundDebit: (refund) => refundDebit(ports, { ...refund, actor }),
    async statement(range) {
      await caughtUp();
      return getStatement(ports, range);
    },
    async listBalances(at) {
      const ledgerColumn = core.stores.openColumn();
      try {
        return await listBalances({ ...ports, ledgerColumn }, { at });
      } finally {
        await ledgerColumn.close();
      }
    },
    audit: (accountId) => {
      const compare = () => rebuild(ports, core.projections, { swap: false });
      return auditStores({ ...ports, compare }, { accountId });
    },
    async rebuild({ onProgress, ...options }) {
      let events = 0;
      const { total, differences } = await rebuild(ports, core.projections, {
        ...options,
        swap: true,
        onProgress(progress) {
          events = progress.events;
          onProgress(progress);
        },
      });
      return { events, differing: total, differences };
    },
    close: () => core.stores.close(),
  };
}

/** The engines alone: no data folder, no account. */
export async function openBulkEngines(config: Config): Promise<BulkEngines> {
  return bulkEngines(createAnalyser({ workers: config.analysisWorkers }));
}
