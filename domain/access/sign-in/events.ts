import type { NewEvent } from '../../shared/event.ts';
import type { AccountId, SignInId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';

export type SignInStarted = NewEvent<
  'SignInStarted',
  {
    readonly signInId: SignInId;
    /** Null for an e-mail address without an account: nobody is told the code. */
    readonly accountId: AccountId | null;
    /** Keyed hash of the code that was mailed, 64 hex digits. */
    readonly codeHash: string;
    readonly expiresAt: Instant;
  }
>;
export type SignInCodeRefused = NewEvent<
  'SignInCodeRefused',
  {
    readonly signInId: SignInId;
    /** Wrong codes so far, this one included. */
    readonly tries: number;
  }
>;
export type SignedIn = NewEvent<
  'SignedIn',
  { readonly signInId: SignInId; readonly accountId: AccountId }
>;

export type SignInEvent = SignInStarted | SignInCodeRefused | SignedIn;

export function signInStream(signIn: SignInId): string {
  return `sign-in-${signIn}`;
}
