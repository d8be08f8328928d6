import { includesApiAccess } from '../../domain/access/plan.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { type AccountLedger, refusedAsErased } from '../ledger/account-ledger.ts';

/** An account that may let others use the service. Refuses with `not_found` or `plan_required`. */
export async function accountWithAccess(
  { ledger }: { readonly ledger: AccountLedger },
  accountId: AccountId,
): Promise<Outcome<Ledger>> {
  const account = await ledger.current(accountStream(accountId));
  if (account.accountId === null) return refused('not_found', `no account ${accountId}`);
  if (account.erased) return refusedAsErased(accountId);
  if (includesApiAccess(account.plan)) return success(account);
  return refused('plan_required', `the plan "${account.plan}" has no API access; pro or team has`);
}
