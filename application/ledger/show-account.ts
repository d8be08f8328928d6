import { accountStream } from '../../domain/ledger/events.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import { type GetUsagePorts, getUsage, type UsageRecord } from './get-usage.ts';

export interface ShowAccountPorts extends GetUsagePorts {
  readonly personalData: PersonalData;
}

/** All that support needs to see of an account. Keys are shown by name, never by value. */
export interface AccountView extends UsageRecord {
  readonly account_id: AccountId;
  readonly email: string | null;
  /** Closed for good; e-mail address and names are gone. */
  readonly erased: boolean;
  readonly keys: readonly {
    readonly key_id: string;
    readonly name: string | null;
    readonly rate_limit: number;
    readonly revoked: boolean;
  }[];
}

/** An account with its usage and keys. Refuses with `not_found`. */
export async function showAccount(
  ports: ShowAccountPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<Outcome<AccountView>> {
  const usage = await getUsage(ports, { accountId });
  if (!usage.ok) return usage;
  const { personalData, readModels, documents } = ports;
  const tokens = await readModels.query(readModelNames.tokenValidity, {
    index: 'account',
    equals: accountId,
  });
  const keys = tokens.map(async (document) => {
    const { credentialId, rateLimit, revoked } = documents.tokenValidity(document);
    const name = (await personalData.get(accountId, `key-name:${credentialId}`)) ?? null;
    return { key_id: credentialId, name, rate_limit: rateLimit, revoked };
  });
  return success({
    account_id: accountId,
    email: (await personalData.get(accountId, 'email')) ?? null,
    erased: (await ports.ledger.current(accountStream(accountId))).erased,
    ...usage.value,
    keys: await Promise.all(keys),
  });
}
