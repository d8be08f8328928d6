import { setTimeout as sleep } from 'node:timers/promises';
import {
  type EventStoreDBClient,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { Connection } from './connection.ts';
import { isNotLeader, textOf } from './failure.ts';
import { SilenceError } from './time-limit.ts';

export interface ReadPorts {
  readonly connection: Connection;
  readonly timeoutMs: number;
}

/** How often a read follows a "not leader" to the next node. */
const maxRedirects = 3;
const redirectPauseMs = 50;

/**
 * Everything that a read gives, without a pause longer than the limit: the client has no time limit of
 * its own for reads. A stream that does not exist gives nothing.
 * @throws StoreUnavailableError
 */
export async function* boundedRead<Item>(
  ports: ReadPorts,
  open: (client: EventStoreDBClient) => StreamingRead<Item>,
): AsyncGenerator<Item> {
  for (let redirects = 0; ; redirects += 1) {
    const client = ports.connection.client();
    let given = 0;
    try {
      for await (const item of withLimit(open(client), ports.timeoutMs)) {
        given += 1;
        yield item;
      }
      return;
    } catch (cause) {
      if (cause instanceof StreamNotFoundError) return;
      // The client has noted where the leader is and goes there next.
      if (isNotLeader(cause) && given === 0 && redirects < maxRedirects) {
        await sleep(redirectPauseMs * redirects);
        continue;
      }
      if (!isNotLeader(cause)) ports.connection.replace(client);
      throw new StoreUnavailableError(`cannot read the log: ${textOf(cause)}`, { cause });
    }
  }
}

async function* withLimit<Item>(
  read: StreamingRead<Item>,
  timeoutMs: number,
): AsyncGenerator<Item> {
  // An error that comes when nobody reads any more must not end the process.
  read.on('error', () => undefined);
  let waitingSince = performance.now();
  let waiting = true;
  const watch = setInterval(
    () => {
      if (!waiting || performance.now() - waitingSince < timeoutMs) return;
      read.destroy(new SilenceError(`nothing came for ${timeoutMs} ms`));
    },
    Math.ceil(timeoutMs / 4),
  );
  const items: AsyncIterable<Item> = read.iterator({ destroyOnReturn: false });
  try {
    for await (const item of items) {
      waiting = false;
      yield item;
      waiting = true;
      waitingSince = performance.now();
    }
  } finally {
    clearInterval(watch);
    // What was not read has to go somewhere: only at its end the call leaves the client's list.
    read.resume();
    read.cancel().catch(() => undefined);
  }
}
