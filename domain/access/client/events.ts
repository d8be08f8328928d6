import type { NewEvent } from '../../shared/event.ts';
import type { ClientId } from '../../shared/ids.ts';

export type ClientRegistered = NewEvent<
  'ClientRegistered',
  {
    readonly clientId: ClientId;
    /** SHA-256 of the metadata, which are a stranger's own words and kept sealed beside the log. */
    readonly metadataHash: string;
  }
>;
export type ClientApproved = NewEvent<'ClientApproved', { readonly clientId: ClientId }>;
export type ClientForgotten = NewEvent<'ClientForgotten', { readonly clientId: ClientId }>;

export type ClientEvent = ClientRegistered | ClientApproved | ClientForgotten;

export function clientStream(client: ClientId): string {
  return `client-${client}`;
}
