/** SHA-256 of ASCII text as base64url without padding. */
export type Sha256Base64url = (data: string) => string;

/** RFC 7636 4.2: SHA-256 as base64url has 43 characters. The method `plain` is not offered. */
export function isCodeChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** RFC 7636 4.1: 43 to 128 unreserved characters. */
export function isCodeVerifier(text: string): boolean {
  return /^[A-Za-z0-9._~-]{43,128}$/.test(text);
}

/**
 * The challenge that a verifier answers, RFC 7636 4.6; null when it is no verifier, so that what could never
 * have been asked for is not compared with what was.
 */
export function challengeOf(verifier: string, sha256: Sha256Base64url): string | null {
  return isCodeVerifier(verifier) ? sha256(verifier) : null;
}
