import { type AgentClaim, evolve } from '../../domain/access/agent-claim/agent-claim.ts';
import {
  type AgentClaimAnswer,
  type AgentClaimCommand,
  decide,
} from '../../domain/access/agent-claim/decide.ts';
import type { AgentClaimEvent } from '../../domain/access/agent-claim/events.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';
import type { Hasher } from '../ports/hasher.ts';

/** The way to every agent registration's stream. */
export type AgentClaimRegistry = CommandHandler<
  AgentClaim | null,
  AgentClaimCommand,
  AgentClaimAnswer
>;

export function agentClaimDecider(
  codec: EventCodec,
  { sameDigest }: Pick<Hasher, 'sameDigest'>,
): Decider<AgentClaim | null, AgentClaimCommand, AgentClaimEvent, AgentClaimAnswer> {
  return {
    initial: null,
    decide: (claim, command, { at }) => decide(claim, command, { at, sameDigest }),
    evolve,
    decode: codec.agentClaimEvent,
    answerWhen: () => 'projected',
  };
}
