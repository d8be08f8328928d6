import type { NewEvent } from '../domain/shared/event.ts';
import { instant } from '../domain/shared/instant.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { type CommandContext, type CommandPorts, StreamWriter } from './stream-writer.ts';
import type { Fold, KeyedEvent } from './turn.ts';

/** The pure rules of one kind of stream. */
export interface Decider<State, Command, Event, Answer> extends Fold<State, Event> {
  decide(
    state: State,
    command: Command,
    context: CommandContext,
  ): {
    readonly events: readonly KeyedEvent<Event>[];
    readonly answer: Answer;
    /** The state with these events folded in, when deciding has made it. */
    readonly state?: State;
  };
  /** Whether the answer waits for the inline projections. */
  answerWhen(command: Command): 'durable' | 'projected';
}

export interface CommandHandler<State, Command, Answer> {
  /** Carries out a command; the answer comes once its events are durable and projected. */
  handle(stream: string, command: Command, context: CommandContext): Promise<Answer>;
  /** The state after every event in the log. */
  current(stream: string): Promise<State>;
  /** Resolves once the read models hold all that was answered by this process before the call. */
  projected(stream: string): Promise<void>;
}

/** Streams whose state is kept in memory; the longest unused idle one goes first. */
const maxOpenStreams = 20_000;

/**
 * Read, decide, append, with one writer per stream: all commands that wait for a stream are decided one
 * after another in memory and appended in one commit at the exact expected revision. When another
 * process got there first, the tail is read and everything decided again, so the answer always rests on
 * the newest state, whatever runs in parallel.
 */
export function commandHandler<State, Command, Event extends NewEvent<string, JsonObject>, Answer>(
  decider: Decider<State, Command, Event, Answer>,
  ports: CommandPorts,
): CommandHandler<State, Command, Answer> {
  const writers = new Map<string, StreamWriter<State, Event>>();
  // A busy stream is asked for again and again.
  let latest: { readonly stream: string; readonly writer: StreamWriter<State, Event> } | undefined;

  function writerOf(stream: string): StreamWriter<State, Event> {
    if (latest?.stream === stream) return latest.writer;
    const writer = writers.get(stream) ?? new StreamWriter(stream, decider, ports);
    writers.delete(stream);
    writers.set(stream, writer);
    latest = { stream, writer };
    if (writers.size > maxOpenStreams) forgetOne();
    return writer;
  }

  function forgetOne(): void {
    for (const [stream, writer] of writers) {
      if (!writer.idle || writer === latest?.writer) continue;
      writers.delete(stream);
      return;
    }
  }

  return {
    handle: (stream, command, context) =>
      new Promise<Answer>((resolve, reject) => {
        writerOf(stream).take({
          context,
          answerWhen: decider.answerWhen(command),
          decide: (before) => {
            const { events, answer, state } = decider.decide(before, command, context);
            return { events, state, accept: () => resolve(answer) };
          },
          reject,
        });
      }),
    projected: async (stream) => writers.get(stream)?.projected(),
    current: (stream) =>
      new Promise<State>((resolve, reject) => {
        writerOf(stream).take({
          context: readContext,
          answerWhen: 'durable',
          decide: (state) => ({ events: [], accept: () => resolve(state) }),
          reject,
        });
      }),
  };
}

/** Reading decides nothing, so nothing of this ever reaches an event. */
const readContext: CommandContext = {
  at: instant(0),
  correlationId: '',
  actor: { kind: 'system' },
};
