import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type {
  EventStore,
  EventSubscription,
  SubscriptionHandlers,
} from '../../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import { wireEvent } from '../../../infrastructure/eventstoredb/wire-event.ts';
import { sampleEvent, sampleEvents } from '../sample-events.ts';
import type { Proposed } from './server-log.ts';
import { type EventStoreServer, startEventStoreServer } from './start-server.ts';
import { openTcpGate, type TcpGate } from './tcp-gate.ts';

/** A test server behind a gate, a store on it, and a subscription that notes what it is told. */
export interface FollowedLog {
  readonly server: EventStoreServer;
  readonly gate: TcpGate;
  readonly store: EventStore;
  readonly seen: RecordedEvent[];
  readonly positions: number[];
  readonly failures: unknown[];
  /** Follows all streams of accounts; what is given takes the place of noting. */
  subscribe(handlers?: Partial<SubscriptionHandlers>, on?: EventStore): EventSubscription;
  /** Another store that opens its connections past the gate. */
  open(subscription: Timing): EventStore;
  /** Appends to one account. */
  append(count: number): Promise<void>;
  revisions(): readonly number[];
  /** Position of the last event in the log. */
  end(): number;
  close(): Promise<void>;
}

type Timing = NonNullable<Parameters<typeof openEventStoreDb>[0]['subscription']>;

export async function followedLog(timing: Timing): Promise<FollowedLog> {
  const server = await startEventStoreServer();
  const gate = await openTcpGate(server.port);
  const connectionString = `esdb://127.0.0.1:${gate.port}?tls=false`;
  const store = openEventStoreDb({ connectionString, timeoutMs: 800, subscription: timing });
  const opened = [store];
  const seen: RecordedEvent[] = [];
  const positions: number[] = [];
  const failures: unknown[] = [];
  return {
    server,
    gate,
    store,
    seen,
    positions,
    failures,
    subscribe: (handlers, on = store) =>
      on.subscribe(0, ['account-'], {
        async onEvents(events) {
          seen.push(...events);
        },
        async onCaughtUp(position) {
          positions.push(position);
        },
        onReadFailure: (cause) => failures.push(cause),
        ...handlers,
      }),
    open(subscription) {
      const direct = openEventStoreDb({ connectionString: server.connectionString, subscription });
      opened.push(direct);
      return direct;
    },
    async append(count) {
      const expected = server.log.stream('account-a').length - 1;
      const result = await store.append('account-a', expected, sampleEvents(count));
      assert.ok(result.ok);
    },
    revisions: () => seen.map(({ revision }) => revision),
    end: () => server.log.events.at(-1)?.position ?? 0,
    async close() {
      await Promise.all(opened.map((one) => one.close()));
      await gate.close();
      await server.stop();
    },
  };
}

/** Events of somebody else, as the server gets them. */
export function foreignEvents(count: number): readonly Proposed[] {
  const data = Buffer.from('{}');
  return Array.from({ length: count }, () => ({
    id: randomUUID(),
    type: 'Foreign',
    contentType: 'application/json',
    data,
    metadata: data,
  }));
}

/** An event of ours as the server gets it. */
export function ourEvent(): Proposed {
  const { id, type, data, metadata } = wireEvent(sampleEvent());
  return {
    id,
    type,
    contentType: 'application/json',
    data: Buffer.from(JSON.stringify(data)),
    metadata: Buffer.from(JSON.stringify(metadata)),
  };
}
