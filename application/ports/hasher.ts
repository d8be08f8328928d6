/** Digests that rules need; the domain gets them as plain functions. */
export interface Hasher {
  /** SHA-256 as 64 hex digits. Strings are hashed as UTF-8. */
  sha256(data: string | Uint8Array): string;
  /** HMAC-SHA-256 with the server secret, separated by purpose, as 64 hex digits. */
  keyedHash(purpose: string, data: string | Uint8Array): string;
  /** SHA-256 as base64url without padding: 43 characters. */
  sha256Base64url(data: string | Uint8Array): string;
  /** Whether two digests are the same, in a time that does not say where they differ. */
  sameDigest(one: string, other: string): boolean;
  /** UUID version 5 (RFC 9562 5.5) in the project's own namespace. */
  uuidV5(name: string): string;
}
