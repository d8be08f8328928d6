import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../application/access/authenticate.ts';
import type { Outcome, Refusal } from '../../domain/shared/refusal.ts';

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
  /** Absent when there is no body. */
  readonly contentType?: string;
  /** A stream is written as it comes, and the exchange ends with it. */
  readonly body: string | Buffer | ReadableStream<Uint8Array>;
  /** What a refusal that is written as an answer of its own is counted and logged under. */
  readonly code?: string;
}

/** A refusal may come with headers of its own, in the place of those that its code has. */
export type Handled =
  | Extract<Outcome<Answer>, { readonly ok: true }>
  | {
      readonly ok: false;
      readonly refusal: Refusal;
      readonly headers?: Readonly<Record<string, string>>;
    };

export type Handle<Kind extends Exchange = Exchange> = (exchange: Kind) => Promise<Handled>;

/** `any`: the handler answers all methods, and refuses those that do not work. */
export type Method = 'GET' | 'POST' | 'DELETE' | 'any';

/** How the body of a refusal or failure reads: RFC 9457 with ours, RFC 6749 5.2, or that with `message`. */
export type ErrorShape = 'problem' | 'oauth' | 'agent';

/** A line of the routing table. */
export interface Endpoint {
  readonly method: Method;
  readonly path: string;
  readonly handle: Handle;
  /** `problem` when absent. */
  readonly errors?: ErrorShape;
  /** Scripts of every origin may call it; a preflight is answered then. */
  readonly crossOrigin?: boolean;
}

export const jsonType = 'application/json; charset=utf-8';

/** The client went away, or was refused, before its request was complete: nobody waits for an answer. */
export class ClientGoneError extends Error {
  override readonly name = 'ClientGoneError';
}
