import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../application/access/authenticate.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';

/** One request and the answer that is being made for it. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
}

export interface AuthenticatedExchange extends Exchange {
  readonly caller: Caller;
}

export interface Answer {
  /** 200 when absent. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly contentType: string;
  readonly body: string | Buffer;
}

export type Handle<Kind extends Exchange = Exchange> = (exchange: Kind) => Promise<Outcome<Answer>>;

/** A line of the routing table. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly handle: Handle;
}

export const jsonType = 'application/json; charset=utf-8';

/** The client went away, or was refused, before its request was complete: nobody waits for an answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
