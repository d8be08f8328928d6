import {
  type Authorization,
  evolve,
  unknownAuthorization,
} from '../../domain/access/authorization/authorization.ts';
import {
  type AuthorizationAnswer,
  type AuthorizationCommand,
  decide,
} from '../../domain/access/authorization/decide.ts';
import type { AuthorizationEvent } from '../../domain/access/authorization/events.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { Hasher } from '../ports/hasher.ts';

/** The way to every authorization's stream. */
export type AuthorizationRegistry = CommandHandler<
  Authorization,
  AuthorizationCommand,
  AuthorizationAnswer
>;

export function authorizationDecider(
  codec: EventCodec,
  { sameDigest }: Pick<Hasher, 'sameDigest'>,
): Decider<Authorization, AuthorizationCommand, AuthorizationEvent, AuthorizationAnswer> {
  return {
    initial: unknownAuthorization,
    decide: (authorization, command, { at }) => decide(authorization, command, { at, sameDigest }),
    evolve,
    decode: codec.authorizationEvent,
    answerWhen: () => 'projected',
  };
}
