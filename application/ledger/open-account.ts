import { emailAddress } from '../../domain/access/email.ts';
import type { Plan } from '../../domain/access/plan.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import { type AccountId, accountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { AccountLedger } from './account-ledger.ts';

export interface OpenAccountPorts {
  readonly ledger: AccountLedger;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Opens an account with its first period and allowance. An e-mail address has one account. */
export async function openAccount(
  { ledger, personalData, clock, ids }: OpenAccountPorts,
  { email, plan, actor }: { readonly email: string; readonly plan: Plan; readonly actor: Actor },
): Promise<Outcome<{ readonly accountId: AccountId }>> {
  const address = emailAddress(email);
  if (address === null) return refused('bad_json', 'expected an e-mail address');
  const fresh = accountId(ids.fresh('acc_'));
  // An address whose account was never opened (a crash in between) is taken up where it was left.
  const id = (await personalData.claimUnique(fresh, 'email', address))
    ? fresh
    : await personalData.findAccount('email', address);
  const context = { at: clock.now(), correlationId: ids.uuid(), actor };
  const taken = refused('bad_json', 'an account with this e-mail address exists');
  if (id === undefined) return taken;
  const answer = await ledger.handle(
    accountStream(id),
    { type: 'open-account', accountId: id, plan },
    context,
  );
  return answer.status === 'account_exists' ? taken : success({ accountId: id });
}
