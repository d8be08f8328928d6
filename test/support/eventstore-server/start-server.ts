import { randomUUID } from 'node:crypto';
import streamsGrpc from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, status } from '@grpc/grpc-js';
import { appendCall, batchAppendCall } from './append-calls.ts';
import type { ReadCall } from './call-writer.ts';
import { type Faults, noFaults } from './faults.ts';
import { type ClusterMember, gatekeeper } from './gatekeeper.ts';
import { addNodeServices } from './node-services.ts';
import { readCall } from './read-calls.ts';
import { type ServerLog, serverLog } from './server-log.ts';
import { unavailable } from './wire.ts';

export interface EventStoreServerOptions {
  /** 0, the default, for any free port. */
  readonly port?: number;
  /** Keeps the log; without it the log is gone with the server. */
  readonly file?: string;
  /** A log that several servers share, as the nodes of a cluster do. */
  readonly log?: ServerLog;
  readonly maxAppendSize?: number;
  /** PEM files of the certificate; without it the server speaks plain text. */
  readonly tls?: { readonly certificate: Buffer; readonly key: Buffer };
  /** `name:password` that every call must carry; without it every call is welcome. */
  readonly credentials?: string;
  /** Nodes of the cluster, for gossip and for clients that asked a follower; without it, this one leads. */
  readonly members?: () => readonly ClusterMember[];
}

/** See `startEventStoreServer`. */
export interface EventStoreServer {
  readonly port: number;
  readonly connectionString: string;
  readonly log: ServerLog;
  readonly faults: Faults;
  /** Calls of the append methods so far, by path. */
  readonly calls: Map<string, number>;
  /** Ends every open read and subscription as a broken connection does. */
  breakReads(): void;
  openReads(): number;
  /** Subscriptions that were ever begun. */
  subscriptions(): number;
  /** Events that were ever sent to subscriptions. */
  eventsSent(): number;
  stop(): Promise<void>;
}

/** What the server's default is: `MaxAppendSize`, 1 MiB. */
const defaultMaxAppendSize = 1024 * 1024;

/**
 * An EventStoreDB as far as its gRPC protocol goes, in memory: the real client speaks to it over a real
 * connection. It follows the sources of the server (repository EventStore/EventStore, named beside
 * each part) and fails on demand. It proves that an adapter speaks the protocol and survives
 * faults; that a real server behaves the same is for the contract suites on a real one to show.
 */
export async function startEventStoreServer(
  options: EventStoreServerOptions = {},
): Promise<EventStoreServer> {
  const log = options.log ?? logWithSystemEvent(options.file);
  const faults = noFaults();
  const open = new Set<ReadCall>();
  const calls = new Map<string, number>();
  let port = 0;
  const members = options.members ?? (() => [{ port, leader: true }]);
  const settings = {
    log,
    faults,
    open,
    refusal: gatekeeper({ credentials: options.credentials, port: () => port, members }),
    sent: { subscriptions: 0, events: 0 },
    maxAppendSize: options.maxAppendSize ?? defaultMaxAppendSize,
  };
  const counted =
    <Handler extends (...parts: never[]) => unknown>(name: string, handler: Handler) =>
    (...parts: Parameters<Handler>) => {
      calls.set(name, (calls.get(name) ?? 0) + 1);
      return handler(...parts);
    };
  const server = new Server({ 'grpc.max_receive_message_length': 32 * 1024 * 1024 });
  const unimplemented = { code: status.UNIMPLEMENTED, details: 'not in this server' };
  server.addService(streamsGrpc.StreamsService, {
    append: counted('append', appendCall(settings)),
    batchAppend: counted('batchAppend', batchAppendCall(settings)),
    read: counted('read', readCall(settings)),
    delete: (_: unknown, answer: (error: object) => void) => answer(unimplemented),
    tombstone: (_: unknown, answer: (error: object) => void) => answer(unimplemented),
  });
  addNodeServices(server, members);
  const credentials =
    options.tls === undefined
      ? ServerCredentials.createInsecure()
      : ServerCredentials.createSsl(null, [
          { cert_chain: options.tls.certificate, private_key: options.tls.key },
        ]);
  port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${options.port ?? 0}`, credentials, (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return {
    port,
    connectionString: `esdb://127.0.0.1:${port}?tls=${options.tls !== undefined}`,
    log,
    faults,
    calls,
    breakReads() {
      for (const call of open) call.emit('error', unavailable);
      open.clear();
    },
    openReads: () => open.size,
    subscriptions: () => settings.sent.subscriptions,
    eventsSent: () => settings.sent.events,
    stop: async () => server.forceShutdown(),
  };
}

/** A real log is never empty: the server writes events of its own when it starts for the first time. */
function logWithSystemEvent(file: string | undefined): ServerLog {
  const log = serverLog(file);
  if (log.events.length > 0) return log;
  const text = JSON.stringify({ $acl: {} });
  const type = '$metadata';
  const [data, metadata] = [Buffer.from(text), Buffer.alloc(0)];
  const event = { id: randomUUID(), type, contentType: 'application/json', data, metadata };
  log.append('$$$settings', 'no stream', [event]);
  return log;
}
