import type { AppendableEvent, RecordedEvent } from '../../domain/shared/event.ts';

/** The revision a stream must have for an append to happen: its last event's, or -1 for a stream without events. */
export type ExpectedRevision = number;

export type AppendResult =
  | {
      readonly ok: true;
      readonly lastRevision: number;
      /** Positions of the appended events, in their order. */
      readonly positions: readonly number[];
    }
  /** Somebody else appended first. `actualRevision` is the stream's last revision, -1 when it has none. */
  | { readonly ok: false; readonly actualRevision: number };

/** The append may or may not have happened: read the tail and look for the event ids before anything else. */
export class OutcomeUnknownError extends Error {
  override readonly name = 'OutcomeUnknownError';
}

/** The store cannot be reached or cannot write (for example, the disk is full). Nothing was appended. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** The events together are more than the store takes at once. Nothing was appended; fewer might be. */
export class AppendTooLargeError extends Error {
  override readonly name = 'AppendTooLargeError';
}

/** Something stands in the log that is no event: somebody else wrote into it. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
  readonly place: Pick<RecordedEvent, 'stream' | 'revision' | 'position' | 'id'>;

  constructor(place: UnreadableEventError['place'], options: { readonly cause: unknown }) {
    const { stream, revision, position, id } = place;
    super(
      `${stream} revision ${revision} (position ${position}, id ${id}) is not an event: ` +
        'somebody else wrote there, or the store is damaged. `assay audit` says how far; ' +
        'put the store back from a copy, or the event from one',
      options,
    );
    this.place = place;
  }
}

export interface EventSubscription {
  close(): Promise<void>;
}

export interface SubscriptionHandlers {
  /** Events in log order; the next batch comes after the promise of this one. Duplicates may come. */
  onEvents(events: readonly RecordedEvent[]): Promise<void>;
  /** The subscription has seen everything up to this position, also when nothing matched. */
  onCaughtUp?(position: number): Promise<void>;
  /**
   * Reading the log failed, and is tried again, later and later: nobody would know otherwise. An
   * UnreadableEventError comes after every event before it was delivered, and comes again until what is
   * in the log has been put right or the subscription is closed.
   */
  onReadFailure?(cause: unknown): void;
}

/** An append-only log of streams. */
export interface EventStore {
  /**
   * Appends all events in one durable commit, or none.
   * Appending exactly the same events again at the same expected revision is a success that changes nothing.
   * The same ids with another content are a conflict: their writer does not know what is in the log.
   * @throws OutcomeUnknownError, StoreUnavailableError, AppendTooLargeError
   */
  append(
    stream: string,
    expected: ExpectedRevision,
    events: readonly AppendableEvent[],
  ): Promise<AppendResult>;
  /**
   * Events of one stream, oldest first, from a revision on. A stream that does not exist is empty.
   * Reading throws UnreadableEventError at what is no event.
   */
  readStream(stream: string, fromRevision: number): AsyncIterable<RecordedEvent>;
  /** Events of all streams whose name starts with one of the prefixes, in log order, after a position (0 = all). */
  readAll(afterPosition: number, prefixes: readonly string[]): AsyncIterable<RecordedEvent>;
  /** Position of the last event in the log, 0 when it is empty. */
  lastPosition(): Promise<number>;
  /** Follows the log from after a position; survives a lost connection by itself. */
  subscribe(
    afterPosition: number,
    prefixes: readonly string[],
    handlers: SubscriptionHandlers,
  ): EventSubscription;
  close(): Promise<void>;
}
