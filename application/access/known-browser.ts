import { writtenAlike } from '../../domain/access/email.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Secrets } from '../ports/secrets.ts';

/**
 * Anybody can ask for sign-in codes for anybody until no more are sent, and so keep a person out. A browser that
 * has signed in before shows a mark, and is counted apart (OWASP: "device cookies"). The mark proves this and
 * nothing else: who has it still needs the code.
 */
export function markBrowser(
  { secrets, hasher }: { readonly secrets: Secrets; readonly hasher: Hasher },
  email: string,
): string {
  const name = secrets.credential('');
  return `${name}.${proofOf(hasher, { name, email })}`;
}

/** By which name a browser counts for an e-mail address; null when it has never signed in with it. */
export function nameOfKnownBrowser(
  hasher: Hasher,
  { mark, email }: { readonly mark: string | null; readonly email: string },
): string | null {
  const [, name = '', proof = ''] = /^([0-9A-Za-z_-]{43})\.([0-9a-f]{64})$/.exec(mark ?? '') ?? [];
  return name !== '' && hasher.sameDigest(proof, proofOf(hasher, { name, email })) ? name : null;
}

function proofOf(
  hasher: Hasher,
  { name, email }: { readonly name: string; readonly email: string },
): string {
  return hasher.keyedHash('known browser', `${name}|${writtenAlike(email)}`);
}
