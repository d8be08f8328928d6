import { assembleReport, unscored } from '../../domain/checks/assemble.ts';
import { partKey } from '../../domain/checks/cache-key.ts';
import { forensicVerdict } from '../../domain/checks/forensic-verdict.ts';
import { checkWords } from '../../domain/checks/limits.ts';
import type { CheckSelection } from '../../domain/checks/request.ts';
import type { ReusedParts } from '../../domain/ledger/command.ts';
import type { KeyCap } from '../../domain/ledger/events.ts';
import { priceLines, totalPrice } from '../../domain/ledger/prices.ts';
import { keyId } from '../../domain/shared/ids.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import { holdCredits } from '../ledger/hold-credits.ts';
import { releaseHold } from '../ledger/release-hold.ts';
import { settleHold } from '../ledger/settle-hold.ts';
import type { PreparedText } from '../ports/analyser.ts';
import {
  type CachedParts,
  type CheckJob,
  type CheckPorts,
  contextNow,
  missingParts,
} from './check-job.ts';
import { CheckCancelledError, stopIfCancelled, unlessCancelled } from './check-watch.ts';
import { prepareText } from './prepare-text.ts';
import type { CheckAnswer } from './run-check.ts';
import { type MadeParts, runEngines } from './run-engines.ts';

/** `again`: what the cache can serve has changed; look once more. */
export type MakeReportOutcome = Outcome<CheckAnswer> | 'again';

/**
 * Makes what the cache does not hold: hold the credits, run the engines, keep the parts, debit.
 * The parts are kept before the debit, but count only with it: a crash in between charges nothing and
 * serves nothing for free, a crash right after it leaves a report the caller gets on the next try.
 */
export async function makeReport(
  ports: CheckPorts,
  job: CheckJob,
  cached: CachedParts,
): Promise<MakeReportOutcome> {
  const prepared = await unlessCancelled(job.watch, prepareText(ports, job));
  if (!prepared.ok) return prepared;
  const { words } = prepared.value;
  const counted = checkWords(words, ports.maxWords);
  if (!counted.ok) return counted;
  const toRun = selectionToRun(job, cached);
  const lines = priceLines(toRun, words);
  if (lines.length === 0) {
    // Only the free part was missing, as when the same file comes under another name.
    await keepParts(ports, job, { made: freeParts(job, prepared.value), words });
    return 'again';
  }
  const reused = reusedParts(job, { cached, toRun, words });
  const { accountId } = job.caller;
  const { checkId } = job;
  stopIfCancelled(job.watch);
  const hold = await holdCredits(
    ports,
    {
      accountId,
      checkId,
      amount: totalPrice(lines),
      reuses: reused?.reuses ?? [],
      cap: capOf(job),
    },
    contextNow(ports, job),
  );
  if (hold.status === 'refused') return { ok: false, refusal: hold.refusal };
  if (hold.status === 'reuse_unpaid') {
    for (const check of hold.unpaid) job.distrusted.add(check);
    return 'again';
  }
  ports.telemetry.count('assay.holds');
  const made = await runHeld(ports, job, { prepared: prepared.value, toRun });
  const settled = await settleHold(
    ports,
    { accountId, checkId, lines, wordCount: words, reused },
    contextNow(ports, job),
  );
  ports.telemetry.count('assay.debits');
  ports.telemetry.count('assay.credits.debited', {}, settled.used);
  const credits = { used: settled.used, remaining: settled.available };
  const parts = {
    base: made.base,
    detection: made.ai ?? cached.get('ai')?.json ?? made.unscored,
    grammar: made.grammar ?? cached.get('grammar')?.json ?? null,
    plagiarism: made.plagiarism,
  };
  return success({
    reportJson: assembleReport(parts, credits),
    creditsUsed: credits.used,
    creditsRemaining: credits.remaining,
    replayed: false,
  });
}

/** Only a key has a cap. */
function capOf({ caller: { credentialId, monthlyCap } }: CheckJob): KeyCap | null {
  return monthlyCap === null ? null : { keyId: keyId(credentialId), monthlyCap };
}

/** Runs the engines under an open hold: whatever goes wrong, the hold does not outlive it. */
async function runHeld(
  ports: CheckPorts,
  job: CheckJob,
  work: { readonly prepared: PreparedText; readonly toRun: CheckSelection },
): Promise<MadeParts & { readonly base: string; readonly unscored: string }> {
  try {
    const { base, words } = work.prepared;
    const engines = await runEngines(ports, job, { base, toRun: work.toRun });
    const made = { ...engines, ...freeParts(job, work.prepared) };
    await keepParts(ports, job, { made, words });
    return made;
  } catch (error) {
    const { accountId } = job.caller;
    const reason = error instanceof CheckCancelledError ? 'cancelled' : 'failed';
    const release = { accountId, checkId: job.checkId, reason } as const;
    await releaseHold(ports, release, contextNow(ports, job));
    throw error;
  }
}

function freeParts(
  { request }: CheckJob,
  { base }: PreparedText,
): { readonly base: string; readonly unscored: string } {
  return {
    base: JSON.stringify(base),
    unscored: JSON.stringify(unscored(forensicVerdict(base.findings, request.uiLanguage))),
  };
}

async function keepParts(
  { reportCache, clock }: CheckPorts,
  job: CheckJob,
  {
    made,
    words,
  }: {
    readonly made: Partial<MadeParts> & { readonly base: string; readonly unscored: string };
    readonly words: number;
  },
): Promise<void> {
  const common = { checkId: job.checkId, storedAt: clock.now(), words };
  const puts: Promise<void>[] = [];
  for (const name of ['base', 'unscored', 'ai', 'grammar'] as const) {
    const json = made[name];
    if (typeof json === 'string')
      puts.push(reportCache.put(partKey(name, job.partOf), { ...common, json }));
  }
  await Promise.all(puts);
}

function selectionToRun(job: CheckJob, cached: CachedParts): CheckSelection {
  const missing = missingParts(job, cached);
  const { plagiarism, deep } = job.request.checks;
  return { ai: missing.includes('ai'), grammar: missing.includes('grammar'), plagiarism, deep };
}

/** The paid parts that come from the cache, and what they would have cost. */
export function reusedParts(
  job: CheckJob,
  reuse: { readonly cached: CachedParts; readonly toRun: CheckSelection; readonly words: number },
): ReusedParts | null {
  const { checks } = job.request;
  const { cached, toRun, words } = reuse;
  const reusedChecks = {
    ai: checks.ai && !toRun.ai,
    grammar: checks.grammar && !toRun.grammar,
    plagiarism: false,
    deep: checks.deep,
  };
  const lines = priceLines(reusedChecks, words);
  if (lines.length === 0) return null;
  const ids = job.wanted.flatMap((part) => cached.get(part)?.checkId ?? []);
  return { reuses: [...new Set(ids)], lines };
}
