import type { IdempotencyClaim } from '../../application/ports/idempotency-store.ts';
import type { PutResult, ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type { ViewRow } from './view-table.ts';

/** What the threads of the views file need to know to open it. */
export interface ViewOptions {
  readonly path: string;
  readonly models: readonly ReadModelDeclaration[];
}

/** What is asked of the writer thread of the views file. */
export type ViewRequest =
  | {
      readonly op: 'put';
      readonly model: string;
      readonly generation: number;
      readonly row: ViewRow;
    }
  | { readonly op: 'save-checkpoint'; readonly model: string; readonly position: number }
  | CacheRequest
  | IdempotencyRequest;

export type CacheRequest =
  | {
      readonly op: 'cache-part';
      readonly key: string;
      readonly checkId: string;
      readonly storedAt: number;
      readonly words: number;
      readonly json: string;
    }
  | { readonly op: 'sweep-cache'; readonly storedBefore: number };

export type IdempotencyRequest =
  | {
      readonly op: 'claim';
      readonly key: string;
      readonly fingerprint: string;
      readonly nowMs: number;
      readonly leaseMs: number;
    }
  | { readonly op: 'complete'; readonly key: string; readonly response: string }
  | { readonly op: 'abandon'; readonly key: string; readonly leaseUntil: number }
  | { readonly op: 'end-lease'; readonly key: string; readonly leaseUntil: number }
  | { readonly op: 'sweep-claims'; readonly claimedBefore: number };

export type ViewReply =
  | { readonly kind: 'put'; readonly result: PutResult }
  | { readonly kind: 'claim'; readonly claim: StoredClaim }
  /** `more` says that a sweep has left something for the next time. */
  | { readonly kind: 'done'; readonly more: boolean };

/** A claim whose response is still the text it is kept as. */
export type StoredClaim =
  | Exclude<IdempotencyClaim, { readonly state: 'done' }>
  | { readonly state: 'done'; readonly response: string };

export const done: ViewReply = { kind: 'done', more: false };
