import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { EventStore } from '../application/ports/event-store.ts';
import type { FingerprintLibrary } from '../application/ports/fingerprint-library.ts';
import type { FlightClaims } from '../application/ports/flight-claims.ts';
import type { LedgerColumn } from '../application/ports/ledger-column.ts';
import type { StoresBesideLog } from '../application/ports/stores-beside-log.ts';
import type { EventLogOptions } from '../infrastructure/embedded/event-log-options.ts';
import { openEventStore } from '../infrastructure/embedded/event-store.ts';
import { openFingerprintLibrary } from '../infrastructure/embedded/fingerprint-library.ts';
import { openLedgerColumn } from '../infrastructure/embedded/ledger-column.ts';
import { openEmbeddedStores } from '../infrastructure/embedded/open-embedded-stores.ts';
import { type Config, SettingsError } from './config.ts';

/** The stores of an installation, whichever technology keeps them. */
export interface Stores extends StoresBesideLog {
  readonly events: EventStore;
  /** Null where no other node can be. */
  readonly flightClaims: FlightClaims | null;
  /** Opened by those who compare texts; they close it. */
  openLibrary(): FingerprintLibrary;
  /**
   * Resolves once every store has what it needs to work.
   * @throws StoreUnavailableError; Error when the secret is another one
   */
  prepared(): Promise<void>;
  /** Opened by those who list balances; they close it. */
  openColumn(): LedgerColumn;
}

/**
 * Which technology keeps what: the only place that knows. The client library of an engine is loaded where the
 * engine is named, because loading both takes a quarter of the time of a command.
 */
export async function openStores(
  config: Config,
  options: StoreOptions,
  reading: Reading,
): Promise<Stores> {
  const { dataFolder, eventStore } = config;
  // What is derived from one log must never be taken for what another log holds.
  const folder = eventStore === null ? dataFolder : join(dataFolder, 'beside-eventstoredb');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const events =
    eventStore === null
      ? openEventStore({ path: join(folder, 'events.db'), ...reading })
      : await openDistributedLog(eventStore);
  const beside = await openBesideLog(config.mongodb, { ...options, folder });
  return {
    ...beside,
    events,
    openColumn: () => openLedgerColumn({ path: join(folder, 'column.db') }),
    async close() {
      await Promise.all([events.close(), beside.close()]);
    },
  };
}

/** Who audits a log wants it to the letter; who serves requests from it, fast. */
export type Reading = Pick<EventLogOptions, 'exact'>;
type StoreOptions = Omit<EmbeddedOptions, 'folder'>;
type EmbeddedOptions = Parameters<typeof openEmbeddedStores>[0];

async function openDistributedLog(connectionString: string): Promise<EventStore> {
  const { openEventStoreDb } = await import('../infrastructure/eventstoredb/event-store.ts');
  return addressed('ASSAY_EVENTSTORE', () => openEventStoreDb({ connectionString }));
}

async function openBesideLog(
  mongodb: string | null,
  { folder, ...options }: EmbeddedOptions,
): Promise<Omit<Stores, 'events' | 'openColumn'>> {
  if (mongodb === null) {
    return {
      ...openEmbeddedStores({ ...options, folder }),
      flightClaims: null,
      openLibrary: () => openFingerprintLibrary({ path: join(folder, 'library.db') }),
      prepared: async () => undefined,
    };
  }
  const { openMongoDbStores } = await import('../infrastructure/mongodb/open-mongodb-stores.ts');
  const stores = addressed('ASSAY_MONGODB', () => openMongoDbStores({ ...options, url: mongodb }));
  return { ...stores, openLibrary: () => stores.library };
}

/** What a client library says of an address may repeat it, with the password in it. */
export function addressed<Store>(setting: string, open: () => Store): Store {
  try {
    return open();
  } catch {
    throw new SettingsError([`${setting}: the address cannot be read`]);
  }
}
