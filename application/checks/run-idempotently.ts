import { checkAllowed } from '../../domain/checks/allowed-checks.ts';
import type { CheckRequest } from '../../domain/checks/request.ts';
import { type CheckId, checkId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Caller } from '../access/authenticate.ts';
import { OutcomeUnknownError } from '../ports/event-store.ts';
import type { IdempotencyStore, Lease, StoredResponse } from '../ports/idempotency-store.ts';
import type { TextSealer } from '../ports/text-sealer.ts';
import type { CheckPorts } from './check-job.ts';
import type { CheckWatch } from './check-watch.ts';
import { type CheckAnswer, type CheckCommand, runCheck, sourceHash } from './run-check.ts';
import { sealedStores } from './sealed-stores.ts';
import { type TakeBackPorts, takeBack } from './take-back.ts';

export interface IdempotentCheckPorts extends CheckPorts, TakeBackPorts {
  readonly idempotency: IdempotencyStore;
  readonly sealer: TextSealer;
  /** Runs what nobody waits for, and does not end the process before it, as far as there is time. */
  background(work: () => Promise<void>): void;
}

export interface IdempotentCheckCommand {
  readonly caller: Caller;
  readonly request: CheckRequest;
  readonly correlationId: string;
  readonly idempotencyKey: string | null;
  /** The endpoint; the same key on another one is another request. */
  readonly route: string;
  readonly watch?: CheckWatch | undefined;
}

/** Longer than the server lets any request live. */
const leaseMs = 150_000;

/**
 * `runCheck` under an optional `Idempotency-Key`: a repeat within 24 hours gets the stored response.
 * Only reports are stored. After a refusal the key is free again, for nothing was charged; after a failure
 * the same request may be sent again at once, and is the same check to the ledger, whatever came of it.
 * Without a key, nothing stays charged that was not answered.
 * Everything that is kept of the request's text is sealed under the account's key.
 */
export async function runIdempotently(
  ports: IdempotentCheckPorts,
  command: IdempotentCheckCommand,
): Promise<Outcome<CheckAnswer>> {
  // Before the stored response, which another key of the account may have paid for.
  const allowed = checkAllowed(command.request.checks, command.caller.checks);
  if (!allowed.ok) return allowed;
  const stores = sealedStores(ports, command.caller.accountId);
  return runSealed({ ...ports, ...stores }, command);
}

async function runSealed(
  ports: IdempotentCheckPorts,
  command: IdempotentCheckCommand,
): Promise<Outcome<CheckAnswer>> {
  const { caller, request, correlationId, idempotencyKey, watch } = command;
  if (idempotencyKey === null) {
    const fresh = checkId(ports.ids.fresh('chk_'));
    return runOnce(ports, { caller, request, checkId: fresh, correlationId, watch });
  }
  const key = ports.hasher.keyedHash('idempotency', `${caller.accountId}|${idempotencyKey}`);
  const now = ports.clock.now();
  const fingerprint = fingerprintOf(ports, command);
  const claim = await ports.idempotency.claim({ key, fingerprint, now, leaseMs });
  switch (claim.state) {
    case 'running':
      return refused('request_in_progress', 'a request with this Idempotency-Key is under way');
    case 'mismatch':
      return refused('idempotency_mismatch', 'this Idempotency-Key came with another request');
    case 'done':
      return success(replay(claim.response));
    case 'claimed': {
      const id = checkIdOf(ports, key, claim.firstClaimedAt);
      const { leaseUntil } = claim;
      return runClaimed(
        ports,
        { caller, request, checkId: id, correlationId, watch },
        { key, leaseUntil },
      );
    }
  }
}

/**
 * Without a key nobody can ask what became of the check. So when it fails and the log could not say whether
 * the debit is in it, what may have been charged is taken back.
 */
async function runOnce(
  ports: IdempotentCheckPorts,
  command: CheckCommand,
): Promise<Outcome<CheckAnswer>> {
  try {
    return await runCheck(ports, command);
  } catch (error) {
    const { caller, checkId } = command;
    if (error instanceof OutcomeUnknownError) {
      ports.background(() => takeBack(ports, { accountId: caller.accountId, checkId }));
    }
    throw error;
  }
}

async function runClaimed(
  ports: IdempotentCheckPorts,
  command: CheckCommand,
  claim: Lease & { readonly key: string },
): Promise<Outcome<CheckAnswer>> {
  const { idempotency, telemetry } = ports;
  const { key } = claim;
  // The request has its outcome; a record that cannot be ended is taken over when its lease is over.
  const late = (cause: unknown): void => {
    const reason = cause instanceof Error ? cause.message : 'unknown';
    telemetry.log('warn', 'an idempotency record was not ended', { cause: reason });
  };
  try {
    const outcome = await runCheck(ports, command);
    if (outcome.ok) await idempotency.complete(key, stored(outcome.value)).catch(late);
    else await idempotency.abandon(key, claim).catch(late);
    return outcome;
  } catch (error) {
    await idempotency.endLease(key, claim).catch(late);
    throw error;
  }
}

function fingerprintOf(
  { hasher }: IdempotentCheckPorts,
  { route, request }: IdempotentCheckCommand,
): string {
  const { source, checks, uiLanguage, store } = request;
  const options = JSON.stringify([route, checks, uiLanguage, store]);
  return hasher.keyedHash('request', `${options}|${sourceHash(hasher, source)}`);
}

/**
 * The check id follows from the claim: whoever takes a claim over after a crash repeats the same check,
 * and the ledger knows whether it has been paid for.
 */
function checkIdOf({ hasher }: IdempotentCheckPorts, key: string, firstClaimedAt: number): CheckId {
  return checkId(`chk_${hasher.uuidV5(`${key}|${firstClaimedAt}`)}`);
}

function stored({ reportJson, creditsUsed, creditsRemaining }: CheckAnswer): StoredResponse {
  const headers = {
    'x-credits-used': String(creditsUsed),
    'x-credits-remaining': String(creditsRemaining),
  };
  return { status: 200, headers, body: reportJson };
}

function replay({ headers, body }: StoredResponse): CheckAnswer {
  return {
    reportJson: body,
    creditsUsed: Number(headers['x-credits-used']),
    creditsRemaining: Number(headers['x-credits-remaining']),
    replayed: true,
  };
}
