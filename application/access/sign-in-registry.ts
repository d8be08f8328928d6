import {
  decide,
  type SignInAnswer,
  type SignInCommand,
} from '../../domain/access/sign-in/decide.ts';
import type { SignInEvent } from '../../domain/access/sign-in/events.ts';
import { evolve, type SignIn, unknownSignIn } from '../../domain/access/sign-in/sign-in.ts';
import type { SignInId } from '../../domain/shared/ids.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { Hasher } from '../ports/hasher.ts';

/** The way to every sign-in's stream. */
export type SignInRegistry = CommandHandler<SignIn, SignInCommand, SignInAnswer>;

export function signInDecider(
  codec: EventCodec,
): Decider<SignIn, SignInCommand, SignInEvent, SignInAnswer> {
  return {
    initial: unknownSignIn,
    decide,
    evolve,
    decode: codec.signInEvent,
    // No read model is made of sign-ins.
    answerWhen: () => 'durable',
  };
}

/** Codes are short, so a hash without a key could be turned round; with the id no two hashes are alike. */
export function signInCodeHash(hasher: Hasher, signIn: SignInId, code: string): string {
  return hasher.keyedHash('sign-in code', `${signIn}|${code}`);
}
