import { EventStoreDBClient } from '@eventstore/db-client';
import { within } from './time-limit.ts';

const disposalMs = 1_000;
/** A server that is down fails every call at once: not each of them gets a client. */
const leastAgeMs = 100;

/** A client that is replaced when its connection has failed. */
export interface Connection {
  client(): EventStoreDBClient;
  /** The next `client()` is a new one on a connection of its own; calls of the old one may still end. */
  replace(failed: EventStoreDBClient): void;
  close(): Promise<void>;
}

/**
 * @param options `drainMs` is how long calls of a replaced client may still run.
 * @throws when the connection string cannot be read, or a certificate that it names is missing.
 */
export function openConnection(options: {
  readonly connectionString: string;
  readonly drainMs: number;
}): Connection {
  let current = connect(options.connectionString);
  let since = performance.now();
  const retired = new Map<EventStoreDBClient, NodeJS.Timeout>();

  async function discard(client: EventStoreDBClient): Promise<void> {
    clearTimeout(retired.get(client));
    retired.delete(client);
    // Calls that do not end are ended by the closing of their channel.
    await within(disposalMs, client.dispose()).catch(() => undefined);
    await closeChannel(client);
  }

  return {
    client: () => current,
    replace(failed) {
      if (failed !== current || performance.now() - since < leastAgeMs) return;
      current = connect(options.connectionString);
      since = performance.now();
      const timer = setTimeout(() => void discard(failed), options.drainMs);
      retired.set(failed, timer.unref());
    },
    async close() {
      await Promise.all([current, ...retired.keys()].map(discard));
    },
  };
}

let opened = 0;

function connect(connectionString: string): EventStoreDBClient {
  const separator = connectionString.includes('?') ? '&' : '?';
  const client = EventStoreDBClient.connectionString(
    `${connectionString}${separator}${ownSettings(connectionString)}`,
  );
  // A batch append waits in a list that is one for the whole process: a broken connection of any client
  // rejects every entry, and the answer that comes after that ends the process with an uncaught
  // TypeError. The plain append is a call of its own. The client asks this function which one to use;
  // otherwise only credentials given with the call would make it choose the plain one.
  Object.defineProperty(client, 'supports', { value: async () => false });
  return client;
}

const leastKeepAliveMs = 10_000;

/**
 * Settings that stand last, and so count. gRPC lets all channels to one address with the same
 * options share a connection: an interval of its own makes it a connection of its own, or the client
 * that replaces one on a dead connection would get just that.
 */
function ownSettings(connectionString: string): string {
  opened = (opened + 1) % 1_000;
  const given = /[?&]keep[-_]?alive[-_]?interval=(-?\d+)/i.exec(connectionString)?.[1];
  const interval = given === undefined ? leastKeepAliveMs : Number(given);
  const keepAlive = interval < 0 ? '' : `&keepAliveInterval=${interval + opened}`;
  return `throwOnAppendFailure=true${keepAlive}`;
}

/** The client's own `dispose` ends its streams and leaves its channel, and so the connection, open. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const getChannel: unknown = Reflect.get(client, 'getChannel');
  if (typeof getChannel !== 'function') return;
  const closing = Promise.resolve(getChannel()).then((channel: unknown) => {
    if (isClosable(channel)) channel.close();
  });
  // A client that finds no node has no channel, and may go on looking for a while.
  await within(disposalMs, closing).catch(() => undefined);
}

function isClosable(channel: unknown): channel is { close(): void } {
  return typeof channel === 'object' && channel !== null && 'close' in channel;
}
