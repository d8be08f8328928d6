import { keyStream } from '../../domain/access/api-key/events.ts';
import { keyTerms, type WishedTerms } from '../../domain/access/api-key/terms.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import { type AccountId, type KeyId, keyId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { type AccountLedger, refusedAsErased } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { KeyRegistry } from './key-registry.ts';

export interface CreateKeyPorts {
  readonly ledger: AccountLedger;
  readonly keys: KeyRegistry;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly secrets: Secrets;
  readonly hasher: Hasher;
}

/** API.md, "Limits". */
export const defaultRateLimit = 60;

/** A key as somebody asks for it. */
export interface WishedKey extends WishedTerms {
  readonly accountId: AccountId;
  readonly name: string;
  /** Requests a minute. */
  readonly rateLimit: number;
}

/**
 * Makes an API key. The answer is the only time the key itself exists outside its holder's hands.
 * Refuses with `not_found` and, for terms that no key can have, `bad_json`.
 */
export async function createKey(
  ports: CreateKeyPorts,
  command: WishedKey & { readonly actor: Actor },
): Promise<Outcome<{ readonly keyId: KeyId; readonly key: string }>> {
  const { accountId, name, rateLimit, actor } = command;
  const at = ports.clock.now();
  const terms = keyTerms(command, at);
  if (!terms.ok) return terms;
  const account = await ports.ledger.current(accountStream(accountId));
  if (account.accountId === null) return refused('not_found', `no account ${accountId}`);
  if (account.erased) return refusedAsErased(accountId);
  const id = keyId(ports.ids.fresh('key_'));
  const key = ports.secrets.credential('as_live_');
  // A name is the holder's own words, so it stays out of the log.
  await ports.personalData.put(accountId, `key-name:${id}`, name);
  const facts = { keyId: id, accountId, keyHash: ports.hasher.sha256(key), rateLimit };
  await ports.keys.handle(
    keyStream(id),
    { type: 'create-key', ...facts, ...terms.value },
    { at, correlationId: ports.ids.uuid(), actor },
  );
  return success({ keyId: id, key });
}
