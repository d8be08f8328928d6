import type { ClientId } from '../../shared/ids.ts';
import type { ClientEvent } from './events.ts';

/** An application that may ask for an authorization, wherever it says of itself what it is. */
export interface OAuthClient {
  readonly clientId: string;
  /** `registered` here (RFC 7591), or described by the `document` at the URL that is its id. */
  readonly kind: 'registered' | 'document';
  /** Chosen by whoever made it: it proves nothing. */
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/** The fold of a client's stream. */
export type RegisteredClient =
  | { readonly status: 'unknown' }
  | { readonly status: 'registered'; readonly clientId: ClientId; readonly metadataHash: string };

export const unknownClient: RegisteredClient = { status: 'unknown' };

export function evolve(_client: RegisteredClient, event: ClientEvent): RegisteredClient {
  return { status: 'registered', ...event.data };
}

export interface RegisterClient {
  readonly type: 'register-client';
  readonly clientId: ClientId;
  readonly metadataHash: string;
}

export type ClientAnswer = 'registered' | 'client_exists';

/** A client is registered once and never changed: RFC 7592 is not offered. */
export function decide(
  client: RegisteredClient,
  { clientId, metadataHash }: RegisterClient,
): {
  readonly events: readonly { readonly event: ClientEvent; readonly idKey: string }[];
  readonly answer: ClientAnswer;
} {
  if (client.status === 'registered') return { events: [], answer: 'client_exists' };
  const data = { clientId, metadataHash };
  return {
    events: [{ idKey: 'register', event: { type: 'ClientRegistered', version: 1, data } }],
    answer: 'registered',
  };
}
