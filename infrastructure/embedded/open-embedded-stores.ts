import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Hasher } from '../../application/ports/hasher.ts';
import type { ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type { StoresBesideLog } from '../../application/ports/stores-beside-log.ts';
import { sealedWebSessions } from '../system/sealed-web-sessions.ts';
import { openPersonalData } from './personal-data.ts';
import { rateWindows } from './rate-windows.ts';
import { openSnapshots } from './snapshots.ts';
import { openViews } from './views.ts';
import { openWebSessions } from './web-sessions.ts';

/**
 * What is kept beside the log, without a server, in one folder: `views.db` and `snapshots.db` (what can be
 * derived or lost), `private.db` (personal data) and `sessions.db` (who is signed in to the pages). Several processes may use the folder at once.
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
  const sessions = openWebSessions({ path: join(folder, 'sessions.db') });
  return {
    readModels: views.readModels,
    reportCache: views.reportCache,
    idempotency: views.idempotency,
    personalData,
    rateWindows: rateWindows(),
    snapshots,
    webSessions: sealedWebSessions(sessions, { hasher, secret }),
    async close() {
      await Promise.all([views.close(), snapshots.close(), personalData.close()]);
      await sessions.close();
    },
  };
}
