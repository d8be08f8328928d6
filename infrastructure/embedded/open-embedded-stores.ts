import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Hasher } from '../../application/ports/hasher.ts';
import type { ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type { StoresBesideLog } from '../../application/ports/stores-beside-log.ts';
import { openPersonalData } from './personal-data.ts';
import { rateWindows } from './rate-windows.ts';
import { openSnapshots } from './snapshots.ts';
import { openViews } from './views.ts';

/**
 * What is kept beside the log, without a server, in one folder: `views.db` and `snapshots.db` (what can be
 * derived or lost) and `private.db` (personal data). Several processes may use the folder at once.
 */
export function openEmbeddedStores(options: {
  readonly folder: string;
  readonly hasher: Hasher;
  readonly secret: Uint8Array;
  readonly models: readonly ReadModelDeclaration[];
}): StoresBesideLog {
  const { folder, hasher, secret, models } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const views = openViews({ path: join(folder, 'views.db'), models });
  const snapshots = openSnapshots({ path: join(folder, 'snapshots.db') });
  const personalData = openPersonalData({ path: join(folder, 'private.db'), hasher, secret });
  return {
    readModels: views.readModels,
    reportCache: views.reportCache,
    idempotency: views.idempotency,
    personalData,
    rateWindows: rateWindows(),
    snapshots,
    async close() {
      await Promise.all([views.close(), snapshots.close(), personalData.close()]);
    },
  };
}
