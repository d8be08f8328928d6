import {
  decide,
  type PasskeyAnswer,
  type PasskeyCommand,
} from '../../domain/access/passkey/decide.ts';
import type { PasskeyEvent } from '../../domain/access/passkey/events.ts';
import { evolve, type Passkey } from '../../domain/access/passkey/passkey.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';

/** The way to every passkey's stream. */
export type PasskeyRegistry = CommandHandler<Passkey | null, PasskeyCommand, PasskeyAnswer>;

export function passkeyDecider(
  codec: EventCodec,
): Decider<Passkey | null, PasskeyCommand, PasskeyEvent, PasskeyAnswer> {
  return {
    initial: null,
    decide,
    evolve,
    decode: codec.passkeyEvent,
    answerWhen: () => 'projected',
  };
}
