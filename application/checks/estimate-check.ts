import { checkAllowed } from '../../domain/checks/allowed-checks.ts';
import { checkLimits, checkWords } from '../../domain/checks/limits.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import { type PriceItem, priceLines, totalPrice } from '../../domain/ledger/prices.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import type { Caller } from '../access/authenticate.ts';
import { type GetUsagePorts, getUsage } from '../ledger/get-usage.ts';
import type { TextSealer } from '../ports/text-sealer.ts';
import { type CachedParts, type CheckJob, type CheckPorts, findParts } from './check-job.ts';
import { prepareText } from './prepare-text.ts';
import { jobOf } from './run-check.ts';
import { sealedStores, type TextStores } from './sealed-stores.ts';

export interface CheckEstimate {
  /** The words that would be charged. */
  readonly words: number;
  readonly lines: readonly {
    readonly item: PriceItem;
    readonly credits: Credits;
    /** An identical request within 24 hours has paid for it: it would cost nothing now. */
    readonly cached: boolean;
  }[];
  /** What the request would cost now. */
  readonly price: Credits;
  readonly available: number;
}

export type EstimateCheckPorts = CheckPorts &
  GetUsagePorts &
  TextStores & { readonly sealer: TextSealer };

/**
 * What a check would cost now, and what the account has. Runs no engine, holds and charges nothing.
 * Refuses what `runCheck` would refuse before its hold.
 * @throws AnalysisFailedError, StoreUnavailableError
 */
export async function estimateCheck(
  ports: EstimateCheckPorts,
  command: { readonly caller: Caller; readonly request: CheckRequest },
): Promise<Outcome<CheckEstimate>> {
  const { caller, request } = command;
  const allowed = checkAllowed(request.checks, caller.checks);
  if (!allowed.ok) return allowed;
  const limits = checkLimits(request);
  if (!limits.ok) return limits;
  const sealed = { ...ports, ...sealedStores(ports, caller.accountId) };
  // The id names no check: nothing is written under it.
  const id = checkId(ports.ids.fresh('chk_'));
  const job = jobOf(sealed, { caller, request, checkId: id, correlationId: ports.ids.uuid() });
  const cached = await findParts(sealed, job);
  const words = await countedWords(sealed, job, cached);
  if (!words.ok) return words;
  const usage = await getUsage(ports, caller);
  if (!usage.ok) return usage;
  const isCached = (item: PriceItem): boolean =>
    item === 'plagiarism' ? false : cached.has(item === 'deep' ? 'ai' : item);
  const lines = priceLines(request.checks, words.value);
  return success({
    words: words.value,
    lines: lines.map(({ item, amount }) => ({ item, credits: amount, cached: isCached(item) })),
    price: totalPrice(lines.filter(({ item }) => !isCached(item))),
    available: usage.value.credits.remaining,
  });
}

/** The words of a text that was checked before are known. */
async function countedWords(
  ports: EstimateCheckPorts,
  job: CheckJob,
  cached: CachedParts,
): Promise<Outcome<number>> {
  const known = cached.get('base')?.words;
  if (known !== undefined) return success(known);
  const prepared = await prepareText(ports, job);
  if (!prepared.ok) return prepared;
  const counted = checkWords(prepared.value.words, ports.maxWords);
  return counted.ok ? success(prepared.value.words) : counted;
}
