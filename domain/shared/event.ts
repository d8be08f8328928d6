import type { EventId } from './ids.ts';
import type { Instant } from './instant.ts';
import type { JsonObject } from './json.ts';

/** Who caused an event: ids only, never a name, e-mail or address. */
export type Actor =
  | { readonly kind: 'system' }
  | { readonly kind: 'key'; readonly id: string }
  | { readonly kind: 'authorization'; readonly id: string }
  | { readonly kind: 'person'; readonly id: string }
  | { readonly kind: 'support' };

export interface EventMetadata {
  readonly occurredAt: Instant;
  /** The request that led here. */
  readonly correlationId: string;
  /** The command or event that led here. */
  readonly causationId: string;
  readonly actor: Actor;
  /** Hash of the event before it in its stream, 64 hex digits; null for the first. */
  readonly previousHash: string | null;
}

/** A fact as a decider states it, before it has an id, a place or a chain. */
export interface NewEvent<
  Type extends string = string,
  Data = JsonObject,
  Version extends number = number,
> {
  readonly type: Type;
  /** An event whose version is not 1 any more names it in its type. */
  readonly version: Version;
  readonly data: Data;
}

/** A fact ready to be appended. */
export interface AppendableEvent extends NewEvent {
  readonly id: EventId;
  readonly metadata: EventMetadata;
  /** `JSON.stringify(data)`, where it has been made already: the chain and the store need the same text. */
  readonly dataText?: string;
}

/** A fact in the log. */
export interface RecordedEvent extends AppendableEvent {
  readonly stream: string;
  /** 0 for the first event of a stream. */
  readonly revision: number;
  /** Place in the whole log; grows, may have gaps. */
  readonly position: number;
}
