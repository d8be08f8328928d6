import {
  type AppendResult,
  AppendTooLargeError,
  type EventStore,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../application/ports/event-store.ts';
import type { AppendableEvent, RecordedEvent } from '../../domain/shared/event.ts';

/** What happens to one append. */
export type Fault =
  | 'none'
  /** Written, but the answer is lost. */
  | 'unknown after writing'
  /** Lost on the way, and nobody knows. */
  | 'unknown before writing'
  | 'unavailable';

/** A log in memory whose next appends and reads fail as told. */
export interface FlakyEventStore extends EventStore {
  readonly log: readonly RecordedEvent[];
  /** Faults of the next appends, in order; then none. */
  readonly faults: Fault[];
  /** Errors of the next reads of a stream, in order; then none. */
  readonly readFaults: Error[];
  /** Runs just before an append is looked at: another process has its say. */
  beforeAppend: () => void;
  appends: number;
  /** Events that fit into one append. */
  capacity: number;
  /** Appends as another process would. */
  intrude(stream: string, events: readonly AppendableEvent[]): void;
}

export function flakyEventStore(): FlakyEventStore {
  const log: RecordedEvent[] = [];
  const last = (stream: string): number =>
    log.reduce((revision, event) => (event.stream === stream ? event.revision : revision), -1);
  const write = (stream: string, events: readonly AppendableEvent[]): AppendResult => {
    const positions = events.map(({ dataText: _text, ...event }) => {
      log.push({ ...event, stream, revision: last(stream) + 1, position: log.length + 1 });
      return log.length;
    });
    return { ok: true, lastRevision: last(stream), positions };
  };
  const self: FlakyEventStore = {
    log,
    faults: [],
    readFaults: [],
    beforeAppend: () => undefined,
    appends: 0,
    capacity: Number.POSITIVE_INFINITY,
    intrude: write,
    async append(stream, expected, events) {
      self.appends += 1;
      const fault = self.faults.shift() ?? 'none';
      self.beforeAppend();
      await Promise.resolve();
      if (events.length > self.capacity) throw new AppendTooLargeError('too many events');
      if (fault === 'unavailable') throw new StoreUnavailableError('the disk is full');
      if (fault === 'unknown before writing') throw new OutcomeUnknownError('lost on the way');
      const actualRevision = last(stream);
      if (actualRevision !== expected) return { ok: false, actualRevision };
      const result = write(stream, events);
      if (fault === 'unknown after writing') throw new OutcomeUnknownError('the answer is lost');
      return result;
    },
    async *readStream(stream, fromRevision) {
      const fault = self.readFaults.shift();
      if (fault !== undefined) throw fault;
      yield* log.filter((event) => event.stream === stream && event.revision >= fromRevision);
    },
    async *readAll(afterPosition, prefixes) {
      yield* log.filter(
        ({ position, stream }) =>
          position > afterPosition && prefixes.some((prefix) => stream.startsWith(prefix)),
      );
    },
    lastPosition: async () => log.length,
    subscribe: () => ({ close: async () => undefined }),
    close: async () => undefined,
  };
  return self;
}
