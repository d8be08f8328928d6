import type streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ServerWritableStream } from '@grpc/grpc-js';
import type { Faults } from './faults.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { ServerLog } from './server-log.ts';

export type ReadReq = InstanceType<typeof streams.ReadReq>;
export type ReadResp = InstanceType<typeof streams.ReadResp>;
export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;
export type ReadOptions = InstanceType<typeof streams.ReadReq.Options>;

export interface ReadSettings {
  readonly log: ServerLog;
  readonly faults: Faults;
  readonly refusal: Gatekeeper;
  /** Calls that are open, so that all of them can be broken at once. */
  readonly open: Set<ReadCall>;
  /** What was sent to subscriptions so far. */
  readonly sent: { subscriptions: number; events: number };
}

/** One call's way back to its client. */
export interface CallWriter {
  /** Writes, and waits while the client does not read. */
  send(response: ReadResp): Promise<void>;
  fail(error: object): void;
  end(): void;
  ended(): boolean;
  onEnd(listener: () => void): void;
}

export function callWriter(call: ReadCall): CallWriter {
  const listeners = new Set<() => void>();
  let ended = false;
  let drained = (): void => undefined;
  const end = (): void => {
    ended = true;
    drained();
    for (const listener of listeners) listener();
  };
  call.on('drain', () => drained());
  for (const event of ['cancelled', 'close', 'error', 'finish']) call.on(event, end);
  return {
    async send(response) {
      if (ended || call.write(response)) return;
      await new Promise<void>((resolve) => {
        drained = resolve;
      });
    },
    fail(error) {
      if (!ended) call.emit('error', error);
    },
    end() {
      if (!ended) call.end();
    },
    ended: () => ended,
    onEnd: (listener) => listeners.add(listener),
  };
}
