import {
  type AuthorizationId,
  authorizationId,
  type RegistrationId,
  registrationId,
} from '../shared/ids.ts';

/**
 * Credentials carry the name of what they belong to before their secret, so that finding it takes one read
 * and no list of hashes: `as_at_{name}_{secret}`. What counts is the hash of the whole.
 */
export const accessTokenPrefix = (id: AuthorizationId): string => `as_at_${nameIn(id)}_`;
export const refreshTokenPrefix = (id: AuthorizationId): string => `as_rt_${nameIn(id)}_`;
export const authorizationCodePrefix = (id: AuthorizationId): string => `${nameIn(id)}_`;
export const claimTokenPrefix = (id: RegistrationId): string => `as_clm_${nameIn(id)}_`;

/** The authorization that a credential claims to belong to; null when it is no credential of that kind. */
export function authorizationOfAccessToken(token: string): AuthorizationId | null {
  return authorizationNamed(nameAfter('as_at_', token));
}

export function authorizationOfRefreshToken(token: string): AuthorizationId | null {
  return authorizationNamed(nameAfter('as_rt_', token));
}

export function authorizationOfCode(code: string): AuthorizationId | null {
  return authorizationNamed(nameAfter('', code));
}

export function registrationOfClaimToken(token: string): RegistrationId | null {
  const name = nameAfter('as_clm_', token);
  return name === null ? null : registrationId(`reg_${name}`);
}

function nameIn(id: string): string {
  return id.slice('ath_'.length);
}

function authorizationNamed(name: string | null): AuthorizationId | null {
  return name === null ? null : authorizationId(`ath_${name}`);
}

/** A secret of ours is 43 characters of base64url. */
function nameAfter(prefix: string, credential: string): string | null {
  if (!credential.startsWith(prefix)) return null;
  const match = /^([0-9a-z]{8,64})_[0-9A-Za-z_-]{43}$/.exec(credential.slice(prefix.length));
  return match?.[1] ?? null;
}
