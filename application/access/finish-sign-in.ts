import type { SignInAnswer } from '../../domain/access/sign-in/decide.ts';
import { signInStream } from '../../domain/access/sign-in/events.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { SignInId } from '../../domain/shared/ids.ts';
import type { AccountLedger } from '../ledger/account-ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { Ids } from '../ports/ids.ts';
import { type SignInRegistry, signInCodeHash } from './sign-in-registry.ts';

export interface FinishSignInPorts {
  readonly signIns: SignInRegistry;
  readonly ledger: AccountLedger;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
}

export type FinishedSignIn =
  | Exclude<SignInAnswer, { status: 'started' }>
  /** No code of ours looks like it, so it was not tried. */
  | { readonly status: 'malformed' };

/**
 * Tries the code of a sign-in. It counts on the sign-in's own stream, so that however many tries run at
 * once, on however many nodes, no more are judged than are allowed.
 */
export async function finishSignIn(
  { signIns, ledger, clock, ids, hasher }: FinishSignInPorts,
  { signInId, code }: { readonly signInId: SignInId; readonly code: string },
): Promise<FinishedSignIn> {
  const digits = code.replace(/[\s-]/g, '');
  if (!/^[0-9]{6}$/.test(digits)) return { status: 'malformed' };
  const answer = await signIns.handle(
    signInStream(signInId),
    { type: 'try-code', codeHash: signInCodeHash(hasher, signInId, digits) },
    { at: clock.now(), correlationId: ids.uuid(), actor: { kind: 'system' } },
  );
  if (answer.status === 'started') throw new Error('trying a code starts nothing');
  if (answer.status !== 'signed_in') return answer;
  const account = await ledger.current(accountStream(answer.accountId));
  return account.accountId === null || account.erased ? { status: 'over' } : answer;
}
