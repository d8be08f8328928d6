import { keyStream } from '../../domain/access/api-key/events.ts';
import type { TokenValidity } from '../../domain/access/token-validity.ts';
import { keyId } from '../../domain/shared/ids.ts';
import type { GetUsagePorts } from '../ledger/get-usage.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { KeyUse } from './key-use.ts';

/** Where keys and what they spend are looked up. */
export interface KeyViewPorts extends GetUsagePorts {
  readonly personalData: PersonalData;
}

/** A key as its holder and support see it: by name, never by value. Instants are epoch milliseconds. */
export interface KeyView {
  readonly key_id: string;
  readonly name: string | null;
  readonly status: 'active' | 'expired' | 'revoked';
  /** Requests a minute. */
  readonly rate_limit: number;
  /** The checks that it may run; null for all. */
  readonly checks: readonly string[] | null;
  /** Credits that it may spend in a period of the account; null when only the account bounds it. */
  readonly monthly_cap: number | null;
  /** Debited less refunded in this period. */
  readonly spent: number;
  /** In open holds. */
  readonly held: number;
  /** What the cap leaves for this period; null without a cap. */
  readonly remaining: number | null;
  readonly created_at: number | null;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  /** The last check it began or was served. */
  readonly last_used_at: number | null;
}

export async function keyView(
  ports: KeyViewPorts,
  token: TokenValidity,
  { spent, held, lastUsedAt }: KeyUse,
): Promise<KeyView> {
  const { credentialId, accountId, rateLimit, checks, monthlyCap, expiresAt } = token;
  const { createdAt, revokedAt } = await lifeOf(ports, credentialId);
  return {
    key_id: credentialId,
    name: (await ports.personalData.get(accountId, `key-name:${credentialId}`)) ?? null,
    status: statusOf(token, ports.clock.now()),
    rate_limit: rateLimit,
    checks,
    monthly_cap: monthlyCap,
    spent,
    held,
    remaining: monthlyCap === null ? null : Math.max(0, monthlyCap - spent - held),
    created_at: createdAt,
    expires_at: expiresAt,
    revoked_at: revokedAt,
    last_used_at: lastUsedAt,
  };
}

function statusOf({ revoked, expiresAt }: TokenValidity, now: number): KeyView['status'] {
  if (revoked) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

/** A key's stream is two events at most. */
async function lifeOf(
  { eventStore }: KeyViewPorts,
  credentialId: string,
): Promise<{ readonly createdAt: number | null; readonly revokedAt: number | null }> {
  let createdAt: number | null = null;
  let revokedAt: number | null = null;
  for await (const { type, metadata } of eventStore.readStream(keyStream(keyId(credentialId)), 0)) {
    if (type === 'KeyCreated') createdAt = metadata.occurredAt;
    if (type === 'KeyRevoked') revokedAt = metadata.occurredAt;
  }
  return { createdAt, revokedAt };
}
