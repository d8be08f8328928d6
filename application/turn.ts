import type { AppendableEvent, RecordedEvent } from '../domain/shared/event.ts';
import type { Instant } from '../domain/shared/instant.ts';
import type { Waiting } from './projection-queue.ts';
import type { SnapshotForm } from './snapshots.ts';
import type { CommandContext } from './stream-writer.ts';

/** How the events of one kind of stream are folded. */
export interface Fold<State, Event> {
  readonly initial: State;
  evolve(state: State, event: Event, occurredAt: Instant): State;
  /** @throws UnknownEventError */
  decode(event: RecordedEvent): Event;
  /** Left out where streams stay short. */
  readonly snapshot?: SnapshotForm<State>;
}

export interface KeyedEvent<Event> {
  readonly event: Event;
  /** Names the event for good within its stream: deciding twice gives the same id. */
  readonly idKey: string;
}

/** One command waiting for its turn. */
export interface Turn<State, Event> {
  readonly context: CommandContext;
  /** Decides on the state as it is when the turn comes; may be asked again after a conflict. */
  decide(state: State): {
    readonly events: readonly KeyedEvent<Event>[];
    /** The state with these events folded in, when deciding has made it. */
    readonly state?: State | undefined;
    accept(): void;
  };
  reject(reason: unknown): void;
  /** `durable` is enough for a step that nobody outside sees; `projected` is what a caller must find. */
  readonly answerWhen: 'durable' | 'projected';
}

/** What a batch of turns comes to, as long as nobody else appends first. */
export interface Trial<State> {
  readonly state: State;
  readonly lastHash: string | null;
  readonly events: readonly AppendableEvent[];
  readonly decided: readonly Decided[];
}

/** A turn that has decided, and waits to be answered. */
export interface Decided extends Waiting {
  readonly answerWhen: Turn<never, never>['answerWhen'];
}

/**
 * A rule that throws fails its own command, not the others of the batch; and not before it is certain
 * that the state it threw on is the newest, because a later attempt may well succeed.
 */
export function attempt<State, Event>(
  fold: Fold<State, Event>,
  turn: Turn<State, Event>,
  state: State,
): { readonly state: State; readonly events: readonly KeyedEvent<Event>[]; accept(): void } {
  try {
    const { events, state: decided, accept } = turn.decide(state);
    const evolve = (folded: State, { event }: KeyedEvent<Event>): State =>
      fold.evolve(folded, event, turn.context.at);
    return { state: decided ?? events.reduce(evolve, state), events, accept };
  } catch (error) {
    return { state, events: [], accept: () => turn.reject(error) };
  }
}
