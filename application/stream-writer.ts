import type { Actor, AppendableEvent, NewEvent, RecordedEvent } from '../domain/shared/event.ts';
import { chainHash } from '../domain/shared/hash-chain.ts';
import { eventId } from '../domain/shared/ids.ts';
import type { Instant } from '../domain/shared/instant.ts';
import type { JsonObject } from '../domain/shared/json.ts';
import { findOut, unknownBecauseOf } from './find-out.ts';
import { type Mailbox, openMailbox } from './mailbox.ts';
import { placed } from './placed.ts';
import { AppendTooLargeError, type EventStore, OutcomeUnknownError } from './ports/event-store.ts';
import type { Hasher } from './ports/hasher.ts';
import { OverloadedError } from './ports/overloaded.ts';
import type { Snapshots } from './ports/snapshots.ts';
import type { Timers } from './ports/timers.ts';
import { type Projectable, projectionQueue } from './projection-queue.ts';
import { type SnapshotKeeper, snapshotKeeper } from './snapshots.ts';
import {
  attempt,
  type Decided,
  type Fold,
  type KeyedEvent,
  type Trial,
  type Turn,
} from './turn.ts';

/** Who asks, when, and on whose behalf: everything about a command that is not its content. */
export interface CommandContext {
  readonly at: Instant;
  readonly correlationId: string;
  readonly actor: Actor;
}

export interface CommandPorts {
  readonly eventStore: EventStore;
  readonly hasher: Hasher;
  readonly timers: Timers;
  /** Where snapshots are kept; every stream is folded from its first event without. */
  readonly snapshots?: Snapshots;
  /** Runs once the events are durable and before the command is answered: the inline projections. */
  readonly project: (events: readonly RecordedEvent[]) => Promise<void>;
}

/** Every conflict means that another writer got through; among a few nodes, this many in a row is no chance. */
const maxAttempts = 100;
const maxPauseMs = 20;
/** A busy stream's read models are written this often at most; who waits for them waits this long. */
const projectionGatherMs = 10;

/** The one writer of one stream in this process. See `handle-command`. */
export class StreamWriter<State, Event extends NewEvent<string, JsonObject>> {
  readonly #stream: string;
  readonly #fold: Fold<State, Event>;
  readonly #ports: CommandPorts;
  readonly #mailbox: Mailbox<Turn<State, Event>>;
  #state: State;
  #revision = -1;
  #lastHash: string | null = null;
  #loaded = false;
  /** Whether the batch at hand was sent once without an answer. */
  #inDoubt = false;
  /** The newest event that was read and not written here: nobody knows whether it is projected. */
  #foreign: RecordedEvent | undefined;
  readonly #projections: Mailbox<Projectable>;
  readonly #snapshots: SnapshotKeeper<State>;

  constructor(stream: string, fold: Fold<State, Event>, ports: CommandPorts) {
    this.#stream = stream;
    this.#fold = fold;
    this.#ports = ports;
    this.#state = fold.initial;
    const { timers } = ports;
    this.#snapshots = snapshotKeeper(stream, fold.snapshot, ports);
    // Everything that is sent in the same turn of the event loop shares a batch.
    this.#mailbox = openMailbox(
      (turns) => this.#handle(turns),
      () => Promise.resolve(),
    );
    this.#projections = projectionQueue(ports.project, () => timers.pause(projectionGatherMs));
  }

  take(turn: Turn<State, Event>): void {
    this.#mailbox.send(turn);
  }

  /** Resolves once everything that is durable now has been projected. */
  projected(): Promise<void> {
    if (this.#projections.idle) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = [{ accept: resolve, reject: resolve }];
      this.#projections.send({ events: [], waiting });
    });
  }

  get idle(): boolean {
    return this.#mailbox.idle && this.#projections.idle;
  }

  async #handle(turns: readonly Turn<State, Event>[]): Promise<void> {
    this.#inDoubt = false;
    try {
      for (let attempts = 0; attempts < maxAttempts; attempts++) {
        if (!this.#loaded) await this.#catchUp();
        const trial = this.#tryTurns(turns);
        if (trial.events.length > 0) {
          if (await this.#commit(trial)) return;
          await this.#catchUp();
          await this.#pauseAfter(attempts);
          continue;
        }
        // A refusal proves nothing about a state that another process may have changed since.
        if (await this.#catchUp()) continue;
        this.#answer(trial, []);
        return;
      }
      throw new OverloadedError(`gave up on ${this.#stream} after ${maxAttempts} conflicts`);
    } catch (error) {
      if (error instanceof AppendTooLargeError && turns.length > 1 && !this.#inDoubt) {
        await this.#handleHalves(turns);
        return;
      }
      const reason = this.#inDoubt ? unknownBecauseOf(error) : error;
      for (const turn of turns) turn.reject(reason);
    }
  }

  /** How much fits into one append is the store's to say: what is too much is written in two goes. */
  async #handleHalves(turns: readonly Turn<State, Event>[]): Promise<void> {
    const middle = Math.ceil(turns.length / 2);
    await this.#handle(turns.slice(0, middle));
    await this.#handle(turns.slice(middle));
  }

  /** The first conflict is answered at once; in a crowd, chance decides who goes first. */
  async #pauseAfter(attempts: number): Promise<void> {
    const { timers } = this.#ports;
    if (attempts > 0) await timers.pause(timers.random() * maxPauseMs);
  }

  /** Folds what others appended, noting it in `seen` by event id. Answers whether there was anything. */
  async #catchUp(seen?: Map<string, RecordedEvent>): Promise<boolean> {
    const { eventStore, hasher } = this.#ports;
    if (this.#revision === -1 && !this.#loaded) await this.#restore();
    const before = this.#revision;
    try {
      for await (const event of eventStore.readStream(this.#stream, this.#revision + 1)) {
        const known = this.#fold.decode(event);
        this.#state = this.#fold.evolve(this.#state, known, event.metadata.occurredAt);
        this.#revision = event.revision;
        this.#foreign = event;
        seen?.set(event.id, event);
      }
    } finally {
      const last = this.#foreign;
      if (last?.revision === this.#revision) this.#lastHash = chainHash(last, hasher.sha256);
    }
    this.#loaded = true;
    this.#noteStandpoint();
    return this.#revision > before;
  }

  /** Begins at a snapshot, when there is one that the log bears out. */
  async #restore(): Promise<void> {
    const standpoint = await this.#snapshots.load();
    if (standpoint === undefined) return;
    this.#state = standpoint.state;
    this.#revision = standpoint.revision;
    this.#lastHash = standpoint.lastHash;
  }

  #noteStandpoint(): void {
    if (this.#lastHash === null) return;
    this.#snapshots.note({
      state: this.#state,
      revision: this.#revision,
      lastHash: this.#lastHash,
    });
  }

  #tryTurns(turns: readonly Turn<State, Event>[]): Trial<State> {
    let state = this.#state;
    let lastHash = this.#lastHash;
    const events: AppendableEvent[] = [];
    const decided: Decided[] = [];
    for (const turn of turns) {
      const attempted = attempt(this.#fold, turn, state);
      for (const keyed of attempted.events) {
        const event = this.#appendable(keyed, turn.context, lastHash);
        events.push(event);
        lastHash = chainHash(event, this.#ports.hasher.sha256);
      }
      state = attempted.state;
      decided.push({
        accept: attempted.accept,
        reject: (reason) => turn.reject(reason),
        answerWhen: turn.answerWhen,
      });
    }
    return { state, lastHash, events, decided };
  }

  #appendable(
    { event, idKey }: KeyedEvent<Event>,
    { at, correlationId, actor }: CommandContext,
    previousHash: string | null,
  ): AppendableEvent {
    return {
      id: eventId(this.#ports.hasher.uuidV5(`${this.#stream}|${idKey}`)),
      type: event.type,
      version: event.version,
      data: event.data,
      dataText: JSON.stringify(event.data),
      metadata: { occurredAt: at, correlationId, causationId: correlationId, actor, previousHash },
    };
  }

  /** True when the trial is in the log; false when somebody else came first. */
  async #commit(trial: Trial<State>): Promise<boolean> {
    const base = this.#revision;
    try {
      const result = await this.#ports.eventStore.append(this.#stream, base, trial.events);
      if (!result.ok) return false;
      this.#state = trial.state;
      this.#lastHash = trial.lastHash;
      this.#revision = result.lastRevision;
      this.#noteStandpoint();
      const place = { stream: this.#stream, base, positions: result.positions };
      this.#answer(trial, placed(place, trial.events));
      return true;
    } catch (error) {
      if (!(error instanceof OutcomeUnknownError)) throw error;
      this.#inDoubt = true;
      const seen = new Map<string, RecordedEvent>();
      await findOut(() => this.#catchUp(seen), this.#ports.timers);
      const found = trial.events.flatMap((event) => seen.get(event.id) ?? []);
      if (found.length < trial.events.length) return false;
      this.#answer(trial, found);
      return true;
    }
  }

  /** The events are durable: answers who needs no more, and lets the others wait for the read models. */
  #answer({ decided }: Trial<State>, events: readonly RecordedEvent[]): void {
    for (const turn of decided) if (turn.answerWhen === 'durable') turn.accept();
    const waiting = decided.filter(({ answerWhen }) => answerWhen === 'projected');
    if (events.length === 0 && waiting.length === 0) return;
    // An answer that adds nothing may rest on what another process has written and not projected yet.
    const behind = events.length === 0 && this.#foreign !== undefined ? [this.#foreign] : events;
    this.#foreign = undefined;
    this.#projections.send({ events: behind, waiting });
  }
}
