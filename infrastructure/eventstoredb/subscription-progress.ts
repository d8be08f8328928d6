import {
  type SubscriptionHandlers,
  UnreadableEventError,
} from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import type { FeedItem } from './feed.ts';
import { type LogPorts, readEntries } from './read-log.ts';
import { positionOf, recordedEvent } from './wire-event.ts';

/** Records looked at when nothing was heard: live, a checkpoint comes at least every 32. */
const probeSize = 256;

/** The subscription brings nothing although the log has gone on. */
class SilentSubscriptionError extends Error {
  override readonly name = 'SilentSubscriptionError';
}

/** How far a subscription has come, over all its connections. */
export class SubscriptionProgress {
  readonly #ports: LogPorts;
  readonly #prefixes: readonly string[];
  readonly #handlers: SubscriptionHandlers;
  readonly #handlerFailures = new WeakSet<object>();
  #position: number;
  #lastCheckpoint = 0;
  #missed: number | undefined;

  constructor(
    ports: LogPorts,
    from: { readonly afterPosition: number; readonly prefixes: readonly string[] },
    handlers: SubscriptionHandlers,
  ) {
    this.#ports = ports;
    this.#prefixes = from.prefixes;
    this.#handlers = handlers;
    this.#position = from.afterPosition;
  }

  /** Everything up to here was seen, and taken where it matched. */
  get position(): number {
    return this.#position;
  }

  isHandlerFailure(error: unknown): boolean {
    return typeof error === 'object' && error !== null && this.#handlerFailures.has(error);
  }

  /** Whether the connection did its part. */
  isOwnFailure(error: unknown): boolean {
    return error instanceof UnreadableEventError || this.isHandlerFailure(error);
  }

  /** @param target a position that the subscription has reached once it says that it is caught up */
  async take(items: readonly FeedItem[], target: number): Promise<void> {
    let events: RecordedEvent[] = [];
    const deliver = async (): Promise<void> => {
      const last = events.at(-1);
      if (last === undefined) return;
      const batch = events;
      events = [];
      await this.#handle(() => this.#handlers.onEvents(batch));
      this.#position = last.position;
    };
    for (const item of items) {
      if (item.type === 'event') {
        try {
          const event = this.#fresh(item, events.at(-1)?.position ?? this.#position);
          if (event !== null) events.push(event);
        } catch (error) {
          await deliver();
          throw error;
        }
        continue;
      }
      await deliver();
      this.#pass(item.type === 'caught up' ? target : this.#safeCheckpoint(Number(item.position)));
    }
    await deliver();
    await this.#tellPosition();
  }

  /**
   * Asks the log itself whether anything was missed. What is foreign there counts as seen; what is
   * ours and still has not come at the second look means that nothing comes any more.
   */
  async lookForMissed(): Promise<void> {
    const from = { afterPosition: this.#position, prefixes: this.#prefixes };
    for await (const { position, event } of readEntries(this.#ports, from, probeSize)) {
      if (event === null) {
        this.#pass(position);
        continue;
      }
      if (this.#missed === position) {
        throw new SilentSubscriptionError(`nothing came of what is in the log at ${position}`);
      }
      this.#missed = position;
      break;
    }
    await this.#tellPosition();
  }

  /** Null for what was seen already: duplicates may come. */
  #fresh(
    { resolved }: Extract<FeedItem, { readonly type: 'event' }>,
    after: number,
  ): RecordedEvent | null {
    const { event } = resolved;
    if (event === undefined || event.streamId.startsWith('$')) return null;
    if (positionOf(event) <= after) return null;
    return recordedEvent(event, this.#ports.streamPrefix);
  }

  /**
   * A checkpoint counts when the next one has come. Servers differ in whether it names the last record
   * they looked at or the first that they did not; the one before is behind them in either case.
   */
  #safeCheckpoint(position: number): number {
    const safe = this.#lastCheckpoint;
    this.#lastCheckpoint = position;
    return safe;
  }

  #pass(position: number): void {
    this.#position = Math.max(this.#position, position);
  }

  #tellPosition(): Promise<void> {
    return this.#handle(async () => this.#handlers.onCaughtUp?.(this.#position));
  }

  async #handle(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (typeof error === 'object' && error !== null) this.#handlerFailures.add(error);
      throw error;
    }
  }
}
