import { checkAllowed } from '../../domain/checks/allowed-checks.ts';
import { assembleReport } from '../../domain/checks/assemble.ts';
import { checkLimits } from '../../domain/checks/limits.ts';
import type { CheckRequest, CheckSource } from '../../domain/checks/request.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { CheckId } from '../../domain/shared/ids.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import type { Caller } from '../access/authenticate.ts';
import { serveCacheHit } from '../ledger/serve-cache-hit.ts';
import type { Hasher } from '../ports/hasher.ts';
import {
  type CachedParts,
  type CheckJob,
  type CheckPorts,
  contextNow,
  findParts,
  keysOf,
  missingParts,
} from './check-job.ts';
import { CheckCancelledError, type CheckWatch, unlessCancelled } from './check-watch.ts';
import { makeReport, reusedParts } from './make-report.ts';

export interface CheckCommand {
  readonly caller: Caller;
  readonly request: CheckRequest;
  readonly checkId: CheckId;
  readonly correlationId: string;
  readonly watch?: CheckWatch | undefined;
}

export interface CheckAnswer {
  /** The whole report body as JSON text. */
  readonly reportJson: string;
  readonly creditsUsed: number;
  readonly creditsRemaining: number;
  /** True when this is the stored response to an earlier request with the same idempotency key. */
  readonly replayed: boolean;
}

/**
 * Checks a text or file and charges for it, exactly once, only when the report is ready.
 * What an identical request paid for within 24 hours is served from the cache at no charge; identical
 * requests under way wait for the first. Refuses with the codes of API.md.
 * @throws AnalysisFailedError, CheckCancelledError, StoreUnavailableError; nothing is charged then
 */
export async function runCheck(
  ports: CheckPorts,
  command: CheckCommand,
): Promise<Outcome<CheckAnswer>> {
  const allowed = checkAllowed(command.request.checks, command.caller.checks);
  if (!allowed.ok) return allowed;
  const limits = checkLimits(command.request);
  if (!limits.ok) return limits;
  const job = jobOf(ports, command);
  for (;;) {
    const cached = await findParts(ports, job);
    const answer = isWhole(job, cached)
      ? await serveCached(ports, job, cached)
      : await makeOrWait(ports, job, cached);
    if (answer !== 'again') return answer;
  }
}

export function jobOf(
  { analyser, hasher }: CheckPorts,
  { caller, request, checkId, correlationId, watch }: CheckCommand,
): CheckJob {
  const actor: Actor = { kind: caller.credentialKind, id: caller.credentialId };
  return {
    caller,
    request,
    checkId,
    origin: { correlationId: loggedId(hasher, correlationId), actor },
    partOf: {
      accountId: caller.accountId,
      source: sourceHash(hasher, request.source),
      label:
        request.source.kind === 'file' ? hasher.keyedHash('name', request.source.name ?? '') : '',
      deep: request.checks.deep,
      uiLanguage: request.uiLanguage,
      engineVersion: analyser.engineVersion,
    },
    wanted: (['ai', 'grammar'] as const).filter((part) => request.checks[part]),
    distrusted: new Set(),
    watch: watch ?? null,
  };
}

/** A request id may be the caller's own words, which the log must not hold: only a UUID goes in as it is. */
function loggedId(hasher: Hasher, requestId: string): string {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(requestId);
  return isUuid ? requestId : hasher.uuidV5(hasher.keyedHash('request id', requestId));
}

/**
 * A keyed hash: a bare hash of a short text can be guessed. The ending of a file's name may decide
 * between text types, so it belongs to the source; the rest of the name does not.
 */
export function sourceHash(hasher: Hasher, source: CheckSource): string {
  if (source.kind === 'text') return hasher.keyedHash('text', source.text);
  const ending = /\.[0-9a-z]{1,8}$/i.exec(source.name ?? '')?.[0].toLowerCase() ?? '';
  return hasher.keyedHash('typed file', `${hasher.keyedHash('file', source.bytes)}|${ending}`);
}

/** True when the cache holds all of the report, and nothing of it has to be made. */
function isWhole(job: CheckJob, cached: CachedParts): boolean {
  const { ai, plagiarism } = job.request.checks;
  if (plagiarism || missingParts(job, cached).length > 0) return false;
  return cached.has('base') && (ai || cached.has('unscored'));
}

async function serveCached(
  ports: CheckPorts,
  job: CheckJob,
  cached: CachedParts,
): Promise<Outcome<CheckAnswer> | 'again'> {
  const base = cached.get('base');
  const detection = cached.get('ai') ?? cached.get('unscored');
  if (base === undefined || detection === undefined) return 'again';
  const toRun = { ai: false, grammar: false, plagiarism: false, deep: false };
  const reused = reusedParts(job, { cached, toRun, words: base.words });
  if (reused === null) return 'again';
  const { checkId, caller } = job;
  const command = { accountId: caller.accountId, checkId, reused };
  const outcome = await serveCacheHit(ports, command, contextNow(ports, job));
  if (outcome.status === 'unpaid') {
    for (const check of outcome.unpaid) job.distrusted.add(check);
    return 'again';
  }
  ports.telemetry.count('assay.cache_hits');
  const grammar = cached.get('grammar')?.json ?? null;
  const parts = { base: base.json, detection: detection.json, grammar, plagiarism: null };
  const { used, available: remaining } = outcome;
  return success({
    reportJson: assembleReport(parts, { used, remaining }),
    creditsUsed: used,
    creditsRemaining: remaining,
    replayed: false,
  });
}

/** Makes the missing parts, or waits for whoever is making one of them right now. */
async function makeOrWait(
  ports: CheckPorts,
  job: CheckJob,
  cached: CachedParts,
): Promise<Outcome<CheckAnswer> | 'again'> {
  const keys = keysOf(job, missingParts(job, cached));
  const others = ports.flights.underWay(keys);
  if (others.length > 0) {
    for (const landing of await unlessCancelled(job.watch, Promise.all(others))) {
      // Whoever made the same thing failed; trying it once more for everybody who waits would not help.
      if (landing.status === 'crashed') throw landing.error;
    }
    job.distrusted.clear();
    return 'again';
  }
  const flight = ports.flights.start(keys);
  try {
    await flight.cleared();
    // Another flight may have landed between the look into the cache and the start of this one.
    const nothingNew = (await findParts(ports, job)).size === cached.size;
    const outcome = nothingNew ? await makeReport(ports, job, cached) : 'again';
    const landed = outcome !== 'again' && outcome.ok;
    flight.land({ status: landed ? 'landed' : 'turned_back' });
    return outcome;
  } catch (error) {
    // Those who wait did not take anything back.
    const isCancelled = error instanceof CheckCancelledError;
    flight.land(isCancelled ? { status: 'turned_back' } : { status: 'crashed', error });
    throw error;
  }
}
