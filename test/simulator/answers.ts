import type { Debit } from './account-model.ts';
import { type CheckIntent, dayMs, type Run } from './check-client.ts';
import type { Memory } from './clients.ts';
import type { World } from './world.ts';

/** Compares what clients were told with what the raw log says: nothing lost, doubled or made up. */
export function checkAnswers(world: World, memory: Memory): void {
  for (const intent of memory.intents) checkIntent(world, intent);
  for (const { accountId, grantId } of memory.grants) {
    const isThere = world.checker.accounts.get(accountId)?.pots.has(grantId) === true;
    if (!isThere) world.fail('an answered grant is in the log', grantId);
  }
  for (const { accountId, debitId } of memory.refunds) {
    const debits = [...(world.checker.accounts.get(accountId)?.debits.values() ?? [])];
    const isThere = debits.some((debit) => debit.debitId === debitId && debit.refunds === 1);
    if (!isThere) world.fail('an answered refund is in the log', debitId);
  }
  for (const { keyId, revokedAtStep } of memory.credentials) {
    const key = world.checker.keys.get(keyId);
    if (key === undefined) world.fail('an answered key is in the log', keyId);
    else if (revokedAtStep !== null && !key.revoked) {
      world.fail('an answered revocation is in the log', keyId);
    }
  }
  checkOrigins(world, memory);
}

function checkIntent(world: World, intent: CheckIntent): void {
  const debits = intent.runs.flatMap(({ correlationId }) => world.checker.debitsOf(correlationId));
  for (const run of intent.runs) checkRun(world, run);
  checkCount(world, intent, debits);
  for (const answer of intent.seen) {
    if (answer.kind !== 'ok') continue;
    if (answer.used > 0 && !debits.some(({ amount }) => amount === answer.used)) {
      world.fail('an answered debit is in the log', describe(intent, debits));
    }
  }
  const isUntold = intent.runs.some(
    ({ comesAfterDebit, answer }) => comesAfterDebit && answer?.kind === 'ok' && answer.used === 0,
  );
  if (isUntold) world.fail('the answer says what was charged', describe(intent, debits));
}

/** What one run at a node made, against what it wrote. */
function checkRun(world: World, { answer, correlationId }: Run): void {
  if (answer === null) return;
  const [debit] = world.checker.debitsOf(correlationId);
  if (debit === undefined) return;
  if (answer.kind === 'refused') world.fail('what is refused is not charged', correlationId);
  if (answer.kind === 'ok' && answer.used !== debit.amount) {
    world.fail('the answer says what was charged', `${answer.used}, not ${debit.amount}`);
  }
  if (answer.kind !== 'error') return;
  if (answer.name === 'OutcomeUnknownError') world.counts.chargedInDoubt += 1;
  else world.fail('a failed check is not charged', `${answer.name} ${correlationId}`);
}

/** A request under a key is one check for 24 hours, whatever happens; without a key each run is its own. */
function checkCount(world: World, intent: CheckIntent, debits: readonly Debit[]): void {
  if (intent.idempotencyKey === null) {
    for (const { correlationId } of intent.runs) {
      const count = world.checker.debitsOf(correlationId).length;
      if (count > 1) world.fail('no debit is doubled', correlationId);
    }
    return;
  }
  const times = intent.runs.map(({ nodeMs }) => nodeMs);
  const isWithinADay = Math.max(...times) - Math.min(...times) < dayMs;
  if (debits.length > 1 && isWithinADay) {
    world.fail('no debit is doubled', describe(intent, debits));
  }
}

/** No debit comes from nowhere. */
function checkOrigins(world: World, memory: Memory): void {
  const runs = new Set(
    memory.intents.flatMap((intent) => intent.runs.map(({ correlationId }) => correlationId)),
  );
  for (const account of world.checker.accounts.values()) {
    for (const { correlationId, debitId } of account.debits.values()) {
      if (!runs.has(correlationId)) world.fail('every debit has its request', debitId);
    }
  }
}

function describe(intent: CheckIntent, debits: readonly Debit[]): string {
  const { idempotencyKey, runs, seen } = intent;
  const charged = debits.map(({ checkId, amount }) => ({ checkId, amount }));
  return JSON.stringify({ idempotencyKey, runs, seen, charged });
}
