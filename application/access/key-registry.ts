import { type ApiKey, evolve, unknownKey } from '../../domain/access/api-key/api-key.ts';
import {
  type ApiKeyAnswer,
  type ApiKeyCommand,
  decide,
} from '../../domain/access/api-key/decide.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key/events.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';

/** The way to every API key's stream. */
export type KeyRegistry = CommandHandler<ApiKey, ApiKeyCommand, ApiKeyAnswer>;

export function apiKeyDecider(
  codec: EventCodec,
): Decider<ApiKey, ApiKeyCommand, ApiKeyEvent, ApiKeyAnswer> {
  return {
    initial: unknownKey,
    decide,
    evolve,
    decode: codec.apiKeyEvent,
    answerWhen: () => 'projected',
  };
}
