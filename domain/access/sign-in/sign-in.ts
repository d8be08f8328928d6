import type { AccountId, SignInId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { SignInEvent } from './events.ts';

/** The fold of a sign-in's stream. */
export type SignIn =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'open' | 'done';
      readonly signInId: SignInId;
      readonly accountId: AccountId | null;
      readonly codeHash: string;
      readonly expiresAt: Instant;
      readonly tries: number;
    };

export const unknownSignIn: SignIn = { status: 'unknown' };

export function evolve(signIn: SignIn, event: SignInEvent): SignIn {
  switch (event.type) {
    case 'SignInStarted':
      return { status: 'open', ...event.data, tries: 0 };
    case 'SignInCodeRefused':
      return signIn.status === 'unknown' ? signIn : { ...signIn, tries: event.data.tries };
    case 'SignedIn':
      return signIn.status === 'unknown' ? signIn : { ...signIn, status: 'done' };
  }
}
