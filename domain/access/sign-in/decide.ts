import type { AccountId, SignInId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { SignInEvent } from './events.ts';
import type { SignIn } from './sign-in.ts';

export type SignInCommand =
  | {
      readonly type: 'start-sign-in';
      readonly signInId: SignInId;
      readonly accountId: AccountId | null;
      readonly codeHash: string;
      readonly expiresAt: Instant;
    }
  | { readonly type: 'try-code'; readonly codeHash: string };

export type SignInAnswer =
  | { readonly status: 'started' }
  | { readonly status: 'signed_in'; readonly accountId: AccountId }
  | { readonly status: 'wrong_code'; readonly triesLeft: number }
  /** Unknown, expired, used, or guessed at too often: only a new code helps. */
  | { readonly status: 'over' };

export interface SignInDecision {
  readonly events: readonly { readonly event: SignInEvent; readonly idKey: string }[];
  readonly answer: SignInAnswer;
}

/** Of 10^6 codes, 5 tries find one in 200,000 times. */
export const maxCodeTries = 5;

/** The rules of a sign-in by code: one use, a few tries, a few minutes. */
export function decide(
  signIn: SignIn,
  command: SignInCommand,
  { at }: { readonly at: Instant },
): SignInDecision {
  if (command.type === 'start-sign-in') {
    if (signIn.status !== 'unknown') return over;
    const { type: _, ...data } = command;
    const event = { type: 'SignInStarted', version: 1, data } as const;
    return { events: [{ idKey: 'start', event }], answer: { status: 'started' } };
  }
  if (signIn.status !== 'open' || at >= signIn.expiresAt || signIn.tries >= maxCodeTries) {
    return over;
  }
  const { signInId, accountId, codeHash } = signIn;
  // Both are keyed hashes, so the time that the comparison takes tells nothing of the code.
  if (accountId !== null && command.codeHash === codeHash) {
    const event = { type: 'SignedIn', version: 1, data: { signInId, accountId } } as const;
    return { events: [{ idKey: 'done', event }], answer: { status: 'signed_in', accountId } };
  }
  const tries = signIn.tries + 1;
  const event = { type: 'SignInCodeRefused', version: 1, data: { signInId, tries } } as const;
  return {
    events: [{ idKey: `refused|${tries}`, event }],
    answer: { status: 'wrong_code', triesLeft: maxCodeTries - tries },
  };
}

const over: SignInDecision = { events: [], answer: { status: 'over' } };
