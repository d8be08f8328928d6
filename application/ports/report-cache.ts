import type { CheckId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';

export interface CachedPart {
  /** The check that made this part: it counts only once the ledger shows that check's debit. */
  readonly checkId: CheckId;
  readonly storedAt: Instant;
  /** Words of the text the part was made from: what a check on it costs. */
  readonly words: number;
  /** The part as JSON text: it is served far more often than it is looked into. */
  readonly json: string;
}

/** Parts of reports by cache key, for 24 hours. A lost entry costs work, never money. */
export interface ReportCache {
  get(key: string, now: Instant): Promise<CachedPart | undefined>;
  put(key: string, part: CachedPart): Promise<void>;
  /** Removes what has expired. */
  sweep(now: Instant): Promise<void>;
  close(): Promise<void>;
}
