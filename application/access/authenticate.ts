import { includesApiAccess, type Plan } from '../../domain/access/plan.ts';
import type { CheckKind } from '../../domain/checks/request.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { ReadModels } from '../ports/read-models.ts';

/** Who calls, and on whose credits. */
export interface Caller {
  readonly accountId: AccountId;
  readonly credentialId: string;
  readonly credentialKind: 'key' | 'authorization';
  readonly plan: Plan;
  /** Requests a minute. */
  readonly rateLimit: number;
  /** The checks that the credential may run; null for all. */
  readonly checks: readonly CheckKind[] | null;
  /** Credits that the key may spend in a period of the account; null when only the account bounds it. */
  readonly monthlyCap: Credits | null;
}

export interface AuthenticatePorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly hasher: Hasher;
  readonly clock: Clock;
}

/** Our credentials are 43 characters behind a prefix of at most 8; nothing longer is worth a hash. */
const maxCredentialLength = 200;

/**
 * Finds the caller behind a bearer credential. The document is read on every request: a revocation
 * made by any process holds from the next request on.
 * Refuses with `unauthenticated` (none given), `invalid_key` (unknown, expired, revoked) or `plan_required`.
 */
export async function authenticate(
  { readModels, documents, hasher, clock }: AuthenticatePorts,
  { credential }: { readonly credential: string | null },
): Promise<Outcome<Caller>> {
  if (credential === null) {
    return refused('unauthenticated', 'expected the header "Authorization: Bearer <credential>"');
  }
  if (!credential.startsWith('as_') || credential.length > maxCredentialLength) return invalid;
  const hash = hasher.sha256(credential);
  const document = await readModels.get(readModelNames.tokenValidity, hash);
  if (document === undefined) return invalid;
  const token = documents.tokenValidity(document);
  if (token.revoked) return invalid;
  if (token.expiresAt !== null && token.expiresAt <= clock.now()) return invalid;
  const account = await readModels.get(readModelNames.usage, token.accountId);
  if (account === undefined) return invalid;
  const { plan, erased } = documents.usage(account);
  // A key that was made in the very moment of the erasure is not in the list of those that were revoked.
  if (erased) return invalid;
  if (!includesApiAccess(plan)) {
    return refused('plan_required', `the plan "${plan}" has no API access; pro or team has`);
  }
  return success({
    accountId: token.accountId,
    credentialId: token.credentialId,
    credentialKind: 'key',
    plan,
    rateLimit: token.rateLimit,
    checks: token.checks,
    monthlyCap: token.monthlyCap,
  });
}

const invalid = refused('invalid_key', 'the credential is unknown, expired or revoked');
