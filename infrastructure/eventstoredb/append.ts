import { setTimeout as sleep } from 'node:timers/promises';
import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client';
import {
  type AppendResult,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../application/ports/event-store.ts';
import type { AppendableEvent } from '../../domain/shared/event.ts';
import type { Connection } from './connection.ts';
import { appendFailure, isAnswer, isNotLeader } from './failure.ts';
import { type LogPorts, readBackwards } from './read-log.ts';
import { within } from './time-limit.ts';
import { positionOf, wireEvent } from './wire-event.ts';

export interface AppendPorts {
  /** A connection that carries appends only. */
  readonly appends: Connection;
  readonly reads: LogPorts;
  readonly timeoutMs: number;
}

export interface Append {
  readonly stream: string;
  readonly expected: number;
  readonly events: readonly AppendableEvent[];
}

/** See `EventStore.append`. */
export async function append(ports: AppendPorts, request: Append): Promise<AppendResult> {
  if (request.events.length === 0) return appendNothing(ports, request);
  for (let redirects = 0; ; redirects += 1) {
    const client = ports.appends.client();
    try {
      const sent = client.appendToStream(
        ports.reads.streamPrefix + request.stream,
        request.events.map(wireEvent),
        {
          expectedRevision: request.expected < 0 ? NO_STREAM : BigInt(request.expected),
          requiresLeader: true,
          // The server gives up with us, which makes a write after our time-out less likely.
          deadline: ports.timeoutMs,
        },
      );
      const written = await within(ports.timeoutMs, sent);
      return await positions(ports, request, written);
    } catch (cause) {
      if (cause instanceof WrongExpectedVersionError) return conflict(cause);
      if (cause instanceof OutcomeUnknownError) throw cause;
      if (isNotLeader(cause) && redirects < maxRedirects) {
        // A follower wrote nothing. The client has noted where the leader is and goes there next.
        await sleep(redirectPauseMs * redirects);
        continue;
      }
      if (!isAnswer(cause)) ports.appends.replace(client);
      throw appendFailure(cause, request.stream);
    }
  }
}

const maxRedirects = 3;
const redirectPauseMs = 50;

function conflict({ actualVersion }: WrongExpectedVersionError): AppendResult {
  const actualRevision = typeof actualVersion === 'bigint' ? Number(actualVersion) : -1;
  return { ok: false, actualRevision };
}

async function appendNothing({ reads }: AppendPorts, request: Append): Promise<AppendResult> {
  const [last] = await readBackwards(reads, request.stream, { fromRevision: null, count: 1 });
  const actualRevision = last?.revision ?? -1;
  if (actualRevision !== request.expected) return { ok: false, actualRevision };
  return { ok: true, lastRevision: actualRevision, positions: [] };
}

interface Written {
  readonly nextExpectedRevision: bigint;
  readonly position?: { readonly commit: bigint };
}

/**
 * The server names the position of the last event only; those before it are in the log alone, and
 * nothing but a read tells them.
 * @throws OutcomeUnknownError when that read fails: the caller reads the tail and finds all it needs.
 */
async function positions(
  { reads }: AppendPorts,
  { stream, events }: Append,
  written: Written,
): Promise<AppendResult> {
  const lastRevision = Number(written.nextExpectedRevision);
  if (events.length === 1 && written.position !== undefined) {
    return { ok: true, lastRevision, positions: [positionOf(written)] };
  }
  const range = { fromRevision: lastRevision, count: events.length };
  const found = await readBackwards(reads, stream, range).catch((cause: unknown) => {
    if (!(cause instanceof StoreUnavailableError)) throw cause;
    throw new OutcomeUnknownError(`${stream} was written, and where is not known`, { cause });
  });
  const inOrder = [...found].reverse();
  if (!inOrder.every(({ id }, at) => id === events[at]?.id) || found.length !== events.length) {
    throw new OutcomeUnknownError(`${stream} was written, and holds something else there`);
  }
  return { ok: true, lastRevision, positions: inOrder.map(({ position }) => position) };
}
