import type { ClientId } from '../../shared/ids.ts';
import { addMs, type Instant } from '../../shared/instant.ts';
import { unusedClientMs } from '../registration-lifetimes.ts';
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

/** The fold of a client's stream. It is kept as a document, too. */
export type RegisteredClient = {
  readonly clientId: ClientId;
  readonly metadataHash: string;
  readonly registeredAt: Instant;
  /** `approved` once a person has let it in; `forgotten` when nobody did, and its words are destroyed. */
  readonly use: 'none' | 'approved' | 'forgotten';
};

/** The client after one more event; null before it exists. */
export function evolve(
  client: RegisteredClient | null,
  event: ClientEvent,
  occurredAt: Instant,
): RegisteredClient | null {
  switch (event.type) {
    case 'ClientRegistered':
      return { ...event.data, registeredAt: occurredAt, use: 'none' };
    case 'ClientApproved':
      return client && { ...client, use: 'approved' };
    case 'ClientForgotten':
      return client && { ...client, use: 'forgotten' };
  }
}

/** Whether it may ask for anything: what nobody has let in for a long time is unknown (RFC 7591 leaves it open). */
export function isKnown({ use, registeredAt }: RegisteredClient, at: Instant): boolean {
  return use === 'approved' || (use === 'none' && addMs(registeredAt, unusedClientMs) > at);
}
