import type { MongoConnection } from './connection.ts';
import { isMissingCollection } from './failure.ts';
import type { ViewStore } from './view-store.ts';

/**
 * Whoever still reads or writes a retired collection asked for its name before it was retired, and no call
 * takes so long; clocks of nodes may differ by some of it.
 */
const keptMs = 10 * 60 * 1000;

/** Drops a collection, or finds that it is gone. */
export async function dropCollection(connection: MongoConnection, name: string): Promise<void> {
  await connection.write(async (database) => {
    try {
      await database.dropCollection(name);
    } catch (error) {
      if (!isMissingCollection(error)) throw error;
    }
  });
}

/** Drops collections that were retired long enough ago. */
export async function dropRetired({ connection, catalogue }: ViewStore): Promise<void> {
  const { retired } = await catalogue.fresh();
  for (const [name, since] of Object.entries(retired)) {
    if (since > Date.now() - keptMs) continue;
    await dropCollection(connection, name);
    await catalogue.change({}, { $unset: { [`retired.${name}`]: '' } });
  }
}
