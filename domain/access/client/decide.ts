import type { ClientId } from '../../shared/ids.ts';
import { addMs, type Instant } from '../../shared/instant.ts';
import { forgetAfterMs } from '../registration-lifetimes.ts';
import { isKnown, type RegisteredClient } from './client.ts';
import type { ClientEvent } from './events.ts';

export type ClientCommand =
  | { readonly type: 'register-client'; readonly clientId: ClientId; readonly metadataHash: string }
  /** A person lets it in. */
  | { readonly type: 'approve-client' }
  /** After what it said of itself was destroyed. */
  | { readonly type: 'forget-client' };

export type ClientAnswer = 'registered' | 'client_exists' | 'approved' | 'forgotten' | 'unknown';

export interface ClientDecision {
  readonly events: readonly { readonly event: ClientEvent; readonly idKey: string }[];
  readonly answer: ClientAnswer;
}

/** A client is registered once and never changed: RFC 7592 is not offered. */
export function decide(
  client: RegisteredClient | null,
  command: ClientCommand,
  { at }: { readonly at: Instant },
): ClientDecision {
  if (command.type === 'register-client') {
    if (client !== null) return only('client_exists');
    const { type: _, ...data } = command;
    const event = { type: 'ClientRegistered', version: 1, data } as const;
    return { events: [{ idKey: 'register', event }], answer: 'registered' };
  }
  if (client === null) return only('unknown');
  const { clientId, use } = client;
  if (command.type === 'approve-client') {
    if (use === 'approved') return only('approved');
    if (!isKnown(client, at)) return only('unknown');
    const event = { type: 'ClientApproved', version: 1, data: { clientId } } as const;
    return { events: [{ idKey: 'approve', event }], answer: 'approved' };
  }
  if (use === 'forgotten') return only('forgotten');
  if (!isForgettable(client, at)) return only('client_exists');
  const event = { type: 'ClientForgotten', version: 1, data: { clientId } } as const;
  return { events: [{ idKey: 'forget', event }], answer: 'forgotten' };
}

/** Whether nobody can let it in any more, whatever the clock of the node says. */
export function isForgettable(client: RegisteredClient, at: Instant): boolean {
  return client.use === 'none' && !isKnown(client, addMs(at, -forgetAfterMs));
}

function only(answer: ClientAnswer): ClientDecision {
  return { events: [], answer };
}
