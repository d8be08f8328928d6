import type { AccountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';

/** What is kept of a passkey to check its next signature. */
export interface PasskeyRecord {
  /** The authenticator's own name of it, base64url. */
  readonly credentialId: string;
  /** COSE key, base64url. */
  readonly publicKey: string;
  readonly counter: number;
}

/** What an account keeps of a passkey beside the log. */
export interface KeptPasskey extends PasskeyRecord {
  /** The holder's own words. */
  readonly name: string;
  readonly lastUsedAt: Instant | null;
}

/** What a browser asks its authenticator for, and the challenge in it. */
export interface PasskeyRequest {
  readonly challenge: string;
  readonly options: JsonObject;
}

/** What an answer says of itself; nothing of it is checked yet. */
export interface ClaimedPasskey {
  readonly challenge: string;
  readonly credentialId: string;
  /** Whose it says it is: only when it signs in. */
  readonly account: string | null;
}

/**
 * The ceremonies of Web Authentication for passkeys that know their account by themselves and that verify
 * their user. Answers come from outside and may be anything.
 */
export interface PasskeyCeremonies {
  requestNew(person: {
    readonly accountId: AccountId;
    readonly name: string;
    /** Credential ids the account has already. */
    readonly known: readonly string[];
  }): Promise<PasskeyRequest>;
  requestSignIn(): Promise<PasskeyRequest>;
  /** Null when it is no answer of an authenticator at all. */
  read(answer: unknown): ClaimedPasskey | null;
  /** The new passkey, when the answer is right for the challenge; null otherwise. */
  checkNew(answer: unknown, challenge: string): Promise<PasskeyRecord | null>;
  /** The passkey with its counter moved on, when the answer is right; null also when the counter stands still. */
  checkSignIn(
    answer: unknown,
    expected: { readonly challenge: string; readonly record: PasskeyRecord },
  ): Promise<PasskeyRecord | null>;
}
