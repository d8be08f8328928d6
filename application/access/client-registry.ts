import {
  type ClientAnswer,
  decide,
  evolve,
  type RegisterClient,
  type RegisteredClient,
  unknownClient,
} from '../../domain/access/client/client.ts';
import type { ClientEvent } from '../../domain/access/client/events.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';

/** The way to every registered client's stream. */
export type ClientRegistry = CommandHandler<RegisteredClient, RegisterClient, ClientAnswer>;

export function clientDecider(
  codec: EventCodec,
): Decider<RegisteredClient, RegisterClient, ClientEvent, ClientAnswer> {
  return {
    initial: unknownClient,
    decide,
    evolve,
    decode: codec.clientEvent,
    answerWhen: () => 'durable',
  };
}
