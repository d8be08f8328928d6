import { type Db, MongoClient, MongoServerSelectionError } from 'mongodb';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import { OverdueError, readFailure, writeFailure } from './failure.ts';

/** Enough for a slow disk or an election, less than a caller of the API waits. */
const defaultLimitMs = 5_000;
/** Named in the connection string, or this one. */
const defaultDatabase = 'assay';

/** One connection pool to one database, shared by all stores of a process. */
export interface MongoConnection {
  /**
   * Runs work that changes nothing, or that may be done twice.
   * @throws StoreUnavailableError, at the latest after the connection's time limit
   */
  read<Value>(work: (database: Db) => Promise<Value>): Promise<Value>;
  /**
   * Runs work that changes something. Answers of the server to the work itself, such as a duplicate key,
   * come through as the driver's own errors.
   * @throws StoreUnavailableError when nothing was written, OutcomeUnknownError when nobody knows
   */
  write<Value>(work: (database: Db) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

export interface MongoConnectionOptions {
  /** `mongodb://` or `mongodb+srv://`; options in it win over ours, the database is `assay` unless it names one. */
  readonly url: string;
  /** No call takes longer, whatever the server does. */
  readonly limitMs?: number;
}

/**
 * A connection that is made by the first call and made again by itself after every loss. Writes wait
 * for a majority of the replica set and its journals, where there is one. Reads go to the primary: a
 * read that starts after a write was answered sees it.
 *
 * @throws Error when the connection string is malformed
 */
export function mongoConnection(options: MongoConnectionOptions): MongoConnection {
  const limitMs = options.limitMs ?? defaultLimitMs;
  const connected = connector(() => newClient(options.url, limitMs));
  const name = databaseName(options.url);
  let closed = false;
  const run = async <Value>(work: (database: Db) => Promise<Value>): Promise<Value> => {
    if (closed) throw new StoreUnavailableError('the store is closed');
    const working = async (): Promise<Value> => {
      const client = await connected.client();
      try {
        return await work(databaseOf(client, name));
      } catch (error) {
        if (error instanceof MongoServerSelectionError) connected.discard(client);
        throw error;
      }
    };
    return inTime(working(), limitMs);
  };
  return {
    read: (work) =>
      run(work).catch((error: unknown) => {
        throw readFailure(error);
      }),
    write: (work) =>
      run(work).catch((error: unknown) => {
        throw writeFailure(error);
      }),
    async close() {
      closed = true;
      // A driver that waits for a server that has gone must not hold up the end of the process.
      await inTime(connected.close(), limitMs).catch(() => undefined);
    },
  };
}

function newClient(url: string, limitMs: number): MongoClient {
  return new MongoClient(withDefaults(url), {
    appName: 'assay',
    serverSelectionTimeoutMS: limitMs / 2,
    connectTimeoutMS: limitMs / 2,
    socketTimeoutMS: limitMs,
    waitQueueTimeoutMS: limitMs,
  });
}

/** A secondary lags: whatever the address says, what was written by one node has to be seen by the next. */
function databaseOf(client: MongoClient, name: string): Db {
  return client.db(name, { readPreference: 'primary' });
}

interface Connector {
  /** The client, connected by whoever asks first. */
  client(): Promise<MongoClient>;
  /**
   * Lets the next caller begin with a new client. One that has lost its server under load may never look
   * for it again (driver 7.8.0: seen for minutes after the server had come back).
   */
  discard(lost: MongoClient): void;
  close(): Promise<void>;
}

/**
 * A client whose first connection failed stays closed for good when several calls had wanted it at once
 * (driver 7.8.0, "Topology is closed"). So it is thrown away, and the next call begins with a new one.
 */
function connector(make: () => MongoClient): Connector {
  // Made at once: a malformed address is to be told at the start.
  let client: MongoClient | undefined = make();
  let connecting: Promise<MongoClient> | undefined;
  const connect = async (): Promise<MongoClient> => {
    const mine = client ?? make();
    client = mine;
    try {
      return await mine.connect();
    } catch (error) {
      client = undefined;
      connecting = undefined;
      await mine.close().catch(() => undefined);
      throw error;
    }
  };
  return {
    client() {
      connecting ??= connect();
      return connecting;
    },
    discard(lost) {
      if (client !== lost) return;
      client = undefined;
      connecting = undefined;
      void lost.close().catch(() => undefined);
    },
    close: async () => client?.close(),
  };
}

/** The driver's limits are many and none is about the whole; this one is. */
async function inTime<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OverdueError(limitMs)), limitMs);
  });
  try {
    return await Promise.race([work, overdue]);
  } finally {
    clearTimeout(timer);
  }
}

function databaseName(url: string): string {
  const [, name] = /^mongodb(?:\+srv)?:\/\/[^/?]+\/([^?]+)/.exec(url) ?? [];
  return name === undefined ? defaultDatabase : decodeURIComponent(name);
}

/** Durability that the operator may change on purpose, in the connection string, and not by leaving it out. */
function withDefaults(url: string): string {
  const [address = url, query = ''] = url.split('?', 2);
  const options = new URLSearchParams(query);
  if (!options.has('w')) options.set('w', 'majority');
  if (!options.has('journal')) options.set('journal', 'true');
  const slash = /^mongodb(?:\+srv)?:\/\/[^/]+$/.test(address) ? '/' : '';
  return `${address}${slash}?${options}`;
}
