import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type GetUsagePorts, getUsage, type UsageRecord } from '../ledger/get-usage.ts';
import type { PersonalData } from '../ports/personal-data.ts';

export interface VisitAccountPorts extends GetUsagePorts {
  readonly personalData: PersonalData;
}

/** An account as its holder sees it in the account area. */
export interface VisitedAccount extends UsageRecord {
  readonly accountId: AccountId;
  readonly email: string;
}

/** The account of somebody who is signed in; null when it is none any more: it was erased meanwhile. */
export async function visitAccount(
  ports: VisitAccountPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<VisitedAccount | null> {
  const account = await ports.ledger.current(accountStream(accountId));
  if (account.accountId === null || account.erased) return null;
  const usage = await getUsage(ports, { accountId });
  const email = await ports.personalData.get(accountId, 'email');
  if (!usage.ok || email === undefined) return null;
  return { accountId, email, ...usage.value };
}
