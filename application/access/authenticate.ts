import { authorizationOfAccessToken } from '../../domain/access/credential-names.ts';
import { includesApiAccess, type Plan } from '../../domain/access/plan.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { CheckKind } from '../../domain/checks/request.ts';
import type { Credits } from '../../domain/shared/credits.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { ReadModels } from '../ports/read-models.ts';
import { defaultRateLimit } from './create-key.ts';

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

/** Our credentials are shorter, the names they carry included; nothing longer is worth a hash. */
const maxCredentialLength = 200;

/**
 * Finds the caller behind a bearer credential. The document is read on every request: a revocation
 * made by any process holds from the next request on.
 * Refuses with `unauthenticated` (none given), `invalid_key` (unknown, expired, revoked, or meant for another
 * resource) or `plan_required`.
 */
export async function authenticate(
  ports: AuthenticatePorts,
  { credential, resource }: { readonly credential: string | null; readonly resource: Resource },
): Promise<Outcome<Caller>> {
  if (credential === null) {
    return refused('unauthenticated', 'expected the header "Authorization: Bearer <credential>"');
  }
  if (!credential.startsWith('as_') || credential.length > maxCredentialLength) return invalid;
  const bearer = credential.startsWith('as_at_')
    ? await bearerOfToken(ports, credential, resource)
    : await bearerOfKey(ports, credential);
  if (bearer === null) return invalid;
  const { readModels, documents } = ports;
  const account = await readModels.get(readModelNames.usage, bearer.accountId);
  if (account === undefined) return invalid;
  const { plan, erased } = documents.usage(account);
  // A credential that was made in the very moment of the erasure is not in the list of those that were ended.
  if (erased) return invalid;
  if (!includesApiAccess(plan)) {
    return refused('plan_required', `the plan "${plan}" has no API access; pro or team has`);
  }
  return success({ ...bearer, plan });
}

async function bearerOfKey(
  { readModels, documents, hasher, clock }: AuthenticatePorts,
  key: string,
): Promise<Omit<Caller, 'plan'> | null> {
  const document = await readModels.get(readModelNames.tokenValidity, hasher.sha256(key));
  if (document === undefined) return null;
  const { kind, revoked, expiresAt, ...token } = documents.tokenValidity(document);
  if (revoked || (expiresAt !== null && expiresAt <= clock.now())) return null;
  const { accountId, credentialId, rateLimit, checks, monthlyCap } = token;
  return { accountId, credentialId, credentialKind: kind, rateLimit, checks, monthlyCap };
}

/** RFC 8707 2.2: a token is good at the resources it was issued for, and nowhere else. */
async function bearerOfToken(
  { readModels, documents, hasher, clock }: AuthenticatePorts,
  token: string,
  resource: Resource,
): Promise<Omit<Caller, 'plan'> | null> {
  const id = authorizationOfAccessToken(token);
  if (id === null) return null;
  const document = await readModels.get(readModelNames.authorizations, id);
  if (document === undefined) return null;
  const { accountId, ended, accessTokens } = documents.authorization(document);
  const hash = hasher.sha256(token);
  const known = accessTokens.find((one) => hasher.sameDigest(one.hash, hash));
  if (ended || known === undefined || known.expiresAt <= clock.now()) return null;
  if (!known.resources.includes(resource)) return null;
  return {
    accountId,
    credentialId: id,
    credentialKind: 'authorization',
    rateLimit: defaultRateLimit,
    checks: null,
    monthlyCap: null,
  };
}

const invalid = refused('invalid_key', 'the credential is unknown, expired or revoked');
