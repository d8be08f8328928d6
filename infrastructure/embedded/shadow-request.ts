import type { PutResult, ReadDocument, ReadQuery } from '../../application/ports/read-models.ts';
import type {
  ReadModelComparison,
  ShadowStart,
} from '../../application/ports/rebuildable-read-models.ts';
import type { ViewSide } from './view-schema.ts';
import type { ViewRow } from './view-table.ts';

/** What is asked of the thread that carries out a rebuild. */
export type ShadowRequest =
  /** Makes shadow tables, or takes over what is there; whoever was rebuilding before has lost. */
  | ({ readonly op: 'begin' } & ShadowStart)
  | SideRequest
  /** Keeps every other writer out until `swap` or `release`. */
  | { readonly op: 'lock' }
  | { readonly op: 'compare' }
  /** Puts the shadow tables in place of the live ones and lets the other writers in. */
  | { readonly op: 'swap' }
  /** Lets the other writers in. */
  | { readonly op: 'release' }
  | { readonly op: 'drop' };

/** A request of `ReadModels`, on one side or the other. */
export type SideRequest = { readonly side: ViewSide; readonly model: string } & (
  | { readonly op: 'get'; readonly id: string }
  | { readonly op: 'query'; readonly query: ReadQuery }
  | { readonly op: 'put'; readonly row: ViewRow }
  | { readonly op: 'checkpoint' }
  | { readonly op: 'save-checkpoint'; readonly position: number }
);

export type ShadowReply =
  | { readonly kind: 'documents'; readonly documents: readonly ReadDocument[] }
  | { readonly kind: 'put'; readonly result: PutResult }
  | { readonly kind: 'checkpoint'; readonly position: number }
  | { readonly kind: 'begun'; readonly resumed: boolean }
  | { readonly kind: 'differences'; readonly comparison: ReadModelComparison }
  | { readonly kind: 'done' };
