import type { Plan } from '../../domain/access/plan.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { type AccountLedger, refusedAsErased } from './account-ledger.ts';

export interface ChoosePlanPorts {
  readonly ledger: AccountLedger;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Puts an account on a plan; a different one starts a new period at once. */
export async function choosePlan(
  { ledger, clock, ids }: ChoosePlanPorts,
  command: { readonly accountId: AccountId; readonly plan: Plan; readonly actor: Actor },
): Promise<Outcome<{ readonly plan: Plan }>> {
  const { accountId, plan, actor } = command;
  const answer = await ledger.handle(
    accountStream(accountId),
    { type: 'choose-plan', plan },
    { at: clock.now(), correlationId: ids.uuid(), actor },
  );
  if (answer.status === 'no_account') return refused('not_found', `no account ${accountId}`);
  if (answer.status === 'account_erased') return refusedAsErased(accountId);
  return success({ plan });
}
