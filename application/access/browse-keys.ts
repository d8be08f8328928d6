import type { KeyTerms } from '../../domain/access/api-key/terms.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { type AccountId, type KeyId, keyId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { mapGet } from '../../domain/shared/persistent-map.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import { readModelNames } from '../ports/document-codec.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import { type LastUsesPorts, lastUses } from './last-uses.ts';

export interface BrowseKeysPorts extends LastUsesPorts {
  readonly ledger: AccountLedger;
  readonly personalData: PersonalData;
  readonly clock: Clock;
}

/** A key as its holder sees it: never its value, which nobody has but who copied it. */
export interface BrowsedKey extends KeyTerms {
  readonly keyId: KeyId;
  readonly name: string | null;
  readonly status: 'active' | 'expired' | 'revoked';
  /** Debited less refunded in this period; known of capped keys only. */
  readonly spentCredits: number | null;
  readonly lastUsedAt: Instant | null;
}

/**
 * The keys of an account, those that still work first. Unlike the list that support reads, it costs the same
 * however long the account's statement is.
 */
export async function browseKeys(
  ports: BrowseKeysPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<readonly BrowsedKey[]> {
  const { readModels, documents, personalData, ledger, clock } = ports;
  const query = { index: 'account', equals: accountId };
  const [found, uses, { keySpendings }] = await Promise.all([
    readModels.query(readModelNames.tokenValidity, query),
    lastUses(ports, { accountId }),
    ledger.current(accountStream(accountId)),
  ]);
  const now = clock.now();
  const keys = found.map(documents.tokenValidity).map(async (token): Promise<BrowsedKey> => {
    const { credentialId: id, revoked, monthlyCap, expiresAt, checks } = token;
    const expired = expiresAt !== null && expiresAt <= now;
    return {
      keyId: keyId(id),
      name: (await personalData.get(accountId, `key-name:${id}`)) ?? null,
      status: revoked ? 'revoked' : expired ? 'expired' : 'active',
      spentCredits: monthlyCap === null ? null : (mapGet(keySpendings, id)?.debited ?? 0),
      lastUsedAt: uses.get(id) ?? null,
      monthlyCap,
      expiresAt,
      checks,
    };
  });
  return (await Promise.all(keys)).sort(byUse);
}

const order = ['active', 'expired', 'revoked'];

function byUse(one: BrowsedKey, other: BrowsedKey): number {
  const byStatus = order.indexOf(one.status) - order.indexOf(other.status);
  return byStatus || (one.name ?? '').localeCompare(other.name ?? '');
}
