import { commandHandler, type Decider } from '../../application/handle-command.ts';
import type { CommandContext, CommandPorts } from '../../application/stream-writer.ts';
import type { NewEvent, RecordedEvent } from '../../domain/shared/event.ts';
import { chainHash } from '../../domain/shared/hash-chain.ts';
import { instant } from '../../domain/shared/instant.ts';
import { nodeHasher } from '../../infrastructure/system/node-hasher.ts';

/** The smallest stream worth deciding on: tickets drawn one by one, at most `limit` of them. */
export type TicketDrawn = NewEvent<'TicketDrawn', { readonly name: string }>;
export interface Tally {
  readonly names: readonly string[];
}
export type TallyCommand =
  | { readonly type: 'draw'; readonly name: string; readonly limit: number }
  /** Breaks a rule as long as nobody has drawn a ticket. */
  | { readonly type: 'draw-second'; readonly name: string }
  | { readonly type: 'break' };
export type TallyAnswer = { readonly drawn: boolean; readonly tickets: number };

export const tallyDecider: Decider<Tally, TallyCommand, TicketDrawn, TallyAnswer> = {
  initial: { names: [] },
  evolve: ({ names }, { data }) => ({ names: [...names, data.name] }),
  decode: ({ data }: RecordedEvent) => ({
    type: 'TicketDrawn',
    version: 1,
    data: { name: String(data.name) },
  }),
  answerWhen: () => 'projected',
  decide({ names }, command) {
    if (command.type === 'break') throw new RangeError('a broken rule');
    if (command.type === 'draw-second' && names.length === 0) throw new RangeError('too early');
    const { name } = command;
    const known = names.includes(name);
    const limit = command.type === 'draw' ? command.limit : 2;
    if (known || names.length >= limit) {
      return { events: [], answer: { drawn: known, tickets: names.length } };
    }
    const event: TicketDrawn = { type: 'TicketDrawn', version: 1, data: { name } };
    return {
      events: [{ event, idKey: `draw|${name}` }],
      answer: { drawn: true, tickets: names.length + 1 },
    };
  },
};

export const hasher = nodeHasher(new Uint8Array(32));
export const someContext: CommandContext = {
  at: instant(1_700_000_000_000),
  correlationId: 'request-1',
  actor: { kind: 'system' },
};

export function tallyHandler(ports: Pick<CommandPorts, 'eventStore'> & Partial<CommandPorts>) {
  return commandHandler(tallyDecider, {
    hasher,
    timers: {
      pause: () => new Promise(setImmediate),
      random: () => 0.5,
    },
    project: async () => undefined,
    ...ports,
  });
}

export const draw = (name: string, limit = 1_000_000): TallyCommand => ({
  type: 'draw',
  name,
  limit,
});

/** Whether every event carries the hash of the one before it. */
export function isChained(events: readonly RecordedEvent[]): boolean {
  return events.every((event, index) => {
    const before = events[index - 1];
    const expected = before === undefined ? null : chainHash(before, hasher.sha256);
    return event.metadata.previousHash === expected;
  });
}
