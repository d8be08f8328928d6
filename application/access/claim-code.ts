import type { RegistrationId } from '../../domain/shared/ids.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Secrets } from '../ports/secrets.ts';

/** What an agent shows to the person, and how long and how often it may ask about it. */
export interface ClaimCode {
  readonly userCode: string;
  readonly expiresAt: Instant;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/** API.md, "Limits". */
const codeSeconds = 600;
const codeDigits = 6;

interface NewCode {
  readonly registrationId: RegistrationId;
  readonly intervalSeconds: number;
  readonly at: Instant;
}

export function makeClaimCode(
  { secrets, hasher }: { readonly secrets: Secrets; readonly hasher: Hasher },
  { registrationId, intervalSeconds, at }: NewCode,
): { readonly claim: ClaimCode; readonly codeHash: string } {
  const userCode = secrets.digits(codeDigits);
  const claim = {
    userCode,
    expiresAt: addMs(at, codeSeconds * 1000),
    expiresInSeconds: codeSeconds,
    intervalSeconds,
  };
  return { claim, codeHash: userCodeHash(hasher, registrationId, userCode) };
}

/** So few digits can be tried out against a bare hash, and equal codes must not look equal in the log. */
export function userCodeHash(
  hasher: Hasher,
  registrationId: RegistrationId,
  userCode: string,
): string {
  return hasher.keyedHash('agent-user-code', `${registrationId}|${userCode}`);
}

/** By what claims are found: a bare hash of an e-mail address could be guessed. */
export function loginHintHash(hasher: Hasher, email: string): string {
  return hasher.keyedHash('agent-login-hint', email);
}
