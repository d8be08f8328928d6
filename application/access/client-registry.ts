import { evolve, type RegisteredClient } from '../../domain/access/client/client.ts';
import {
  type ClientAnswer,
  type ClientCommand,
  decide,
} from '../../domain/access/client/decide.ts';
import type { ClientEvent } from '../../domain/access/client/events.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';

/** The way to every registered client's stream. */
export type ClientRegistry = CommandHandler<RegisteredClient | null, ClientCommand, ClientAnswer>;

export function clientDecider(
  codec: EventCodec,
): Decider<RegisteredClient | null, ClientCommand, ClientEvent, ClientAnswer> {
  return {
    initial: null,
    decide,
    evolve,
    decode: codec.clientEvent,
    // Who looks for a client reads the log; only the sweeper of those that nobody uses reads the model.
    answerWhen: () => 'durable',
  };
}
