import type { IdempotencyStore } from './idempotency-store.ts';
import type { PersonalData } from './personal-data.ts';
import type { RateWindows } from './rate-windows.ts';
import type { RebuildableReadModels } from './rebuildable-read-models.ts';
import type { ReportCache } from './report-cache.ts';
import type { Snapshots } from './snapshots.ts';
import type { WebSessions } from './web-sessions.ts';

/** What every technology that keeps things beside the log has to offer. */
export interface StoresBesideLog {
  readonly readModels: RebuildableReadModels;
  readonly reportCache: ReportCache;
  readonly idempotency: IdempotencyStore;
  readonly personalData: PersonalData;
  readonly rateWindows: RateWindows;
  readonly snapshots: Snapshots;
  readonly webSessions: WebSessions;
  close(): Promise<void>;
}
