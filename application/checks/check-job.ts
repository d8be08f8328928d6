import { type CachedPartName, type PartOf, partKey } from '../../domain/checks/cache-key.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import type { CheckId } from '../../domain/shared/ids.ts';
import type { Caller } from '../access/authenticate.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Analyser } from '../ports/analyser.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentReader } from '../ports/document-reader.ts';
import type { FingerprintLibrary } from '../ports/fingerprint-library.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { CachedPart, ReportCache } from '../ports/report-cache.ts';
import type { Telemetry } from '../ports/telemetry.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { CheckWatch } from './check-watch.ts';
import type { Flights } from './flights.ts';

export interface CheckPorts {
  readonly ledger: AccountLedger;
  readonly analyser: Analyser;
  readonly documentReader: DocumentReader;
  readonly reportCache: ReportCache;
  readonly library: FingerprintLibrary;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly hasher: Hasher;
  readonly telemetry: Telemetry;
  readonly flights: Flights;
  /** The limit behind `too_many_words`. */
  readonly maxWords: number;
}

/** One request on its way through `runCheck`. */
export interface CheckJob {
  readonly caller: Caller;
  readonly request: CheckRequest;
  readonly checkId: CheckId;
  readonly origin: Omit<CommandContext, 'at'>;
  readonly partOf: PartOf;
  /** The paid parts that may come from the cache. */
  readonly wanted: readonly PaidPart[];
  /** Checks whose cached parts turned out to be unpaid. */
  readonly distrusted: Set<CheckId>;
  /** Null when nobody watches. */
  readonly watch: CheckWatch | null;
}

/** A step of a check happens when it is taken: preparing a long text may have taken its time. */
export function contextNow({ clock }: CheckPorts, { origin }: CheckJob): CommandContext {
  return { ...origin, at: clock.now() };
}

export type PaidPart = 'ai' | 'grammar';
export type CachedParts = ReadonlyMap<CachedPartName, CachedPart>;

export function keysOf(job: CheckJob, parts: readonly CachedPartName[]): readonly string[] {
  return parts.map((part) => partKey(part, job.partOf));
}

/** What the cache holds for this request, less what is known to be unpaid. */
export async function findParts(
  { reportCache, clock }: CheckPorts,
  job: CheckJob,
): Promise<CachedParts> {
  const names: readonly CachedPartName[] = [
    'base',
    ...(job.request.checks.ai ? [] : (['unscored'] as const)),
    ...job.wanted,
  ];
  const now = clock.now();
  const found = new Map<CachedPartName, CachedPart>();
  for (const name of names) {
    const part = await reportCache.get(partKey(name, job.partOf), now);
    if (part !== undefined && !job.distrusted.has(part.checkId)) found.set(name, part);
  }
  return found;
}

export function missingParts(job: CheckJob, cached: CachedParts): readonly PaidPart[] {
  return job.wanted.filter((part) => !cached.has(part));
}
