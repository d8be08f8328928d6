import type { IdempotencyClaim } from '../../application/ports/idempotency-store.ts';
import type {
  PutResult,
  ReadDocument,
  ReadModelDifference,
} from '../../application/ports/read-models.ts';
import type { CachedPart } from '../../application/ports/report-cache.ts';
import type { Snapshot } from '../../application/ports/snapshots.ts';
import { instant } from '../../domain/shared/instant.ts';
import { canonicalJson } from '../../domain/shared/json.ts';

export type Side = 'live' | 'shadow';

/** What changes the tables; each is logged as it is and replayed after a crash. */
export type TableChange =
  | {
      readonly op: 'put';
      readonly side: Side;
      readonly model: string;
      /** Of the live side when the document was folded; null where no rebuild can come in between. */
      readonly generation: number | null;
      readonly document: ReadDocument;
    }
  | {
      readonly op: 'checkpoint';
      readonly side: Side;
      readonly model: string;
      readonly position: number;
    }
  | { readonly op: 'begin-shadow' }
  | { readonly op: 'swap' }
  | { readonly op: 'drop-shadow' }
  | { readonly op: 'cache'; readonly key: string; readonly part: CachedPart }
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
  | {
      readonly op: 'personal';
      readonly key: string;
      readonly value: string;
      /** Only when there is none yet. */
      readonly first: boolean;
    }
  | { readonly op: 'snapshot'; readonly stream: string; readonly snapshot: Snapshot }
  | { readonly op: 'drop-snapshot'; readonly stream: string; readonly seal: string }
  | { readonly op: 'clear-snapshots' };

interface Table {
  readonly documents: Map<string, ReadDocument>;
  checkpoint: number;
}

interface Claim {
  readonly fingerprint: string;
  readonly claimedAt: number;
  readonly leaseUntil: number;
  readonly response: string | null;
}

export interface TableState {
  readonly live: Map<string, Table>;
  readonly shadow: Map<string, Table>;
  generation: number;
  readonly cache: Map<string, CachedPart>;
  readonly claims: Map<string, Claim>;
  readonly personal: Map<string, string>;
  readonly snapshots: Map<string, Snapshot>;
}

export function emptyTables(): TableState {
  return {
    live: new Map(),
    shadow: new Map(),
    generation: 1,
    cache: new Map(),
    claims: new Map(),
    personal: new Map(),
    snapshots: new Map(),
  };
}

/** A copy that later changes leave alone: for a transaction that may be rolled back. */
export function copyOf(state: TableState): TableState {
  return {
    ...state,
    live: copyOfSide(state.live),
    shadow: copyOfSide(state.shadow),
    cache: new Map(state.cache),
    claims: new Map(state.claims),
    personal: new Map(state.personal),
    snapshots: new Map(state.snapshots),
  };
}

function copyOfSide(side: ReadonlyMap<string, Table>): Map<string, Table> {
  return new Map(
    [...side].map(([name, { documents, checkpoint }]) => [
      name,
      { documents: new Map(documents), checkpoint },
    ]),
  );
}

export function tableOf(state: TableState, side: Side, model: string): Table {
  const known = state[side].get(model);
  if (known !== undefined) return known;
  const made: Table = { documents: new Map(), checkpoint: 0 };
  state[side].set(model, made);
  return made;
}

export type ChangeReply = PutResult | IdempotencyClaim | 'claimed' | 'taken' | 'done';

export function applyChange(
  state: TableState,
  change: TableChange,
  { putsWithoutGuard }: { readonly putsWithoutGuard: boolean },
): ChangeReply {
  switch (change.op) {
    case 'put': {
      const { documents } = tableOf(state, change.side, change.model);
      const { generation, document } = change;
      if (generation !== null && generation !== state.generation) return 'swapped';
      const stored = documents.get(document.id);
      const isNewer = stored === undefined || stored.revision < document.revision;
      if (!isNewer && !putsWithoutGuard) return 'superseded';
      documents.set(document.id, document);
      return 'stored';
    }
    case 'checkpoint': {
      const table = tableOf(state, change.side, change.model);
      table.checkpoint = Math.max(table.checkpoint, change.position);
      return 'done';
    }
    case 'begin-shadow':
    case 'drop-shadow':
      state.shadow.clear();
      return 'done';
    case 'swap':
      state.live.clear();
      for (const [name, table] of state.shadow) state.live.set(name, table);
      state.shadow.clear();
      state.generation += 1;
      return 'done';
    default:
      return applyRecord(state, change);
  }
}

type RecordChange = Exclude<
  TableChange,
  { op: 'put' | 'checkpoint' | 'begin-shadow' | 'drop-shadow' | 'swap' }
>;

function applyRecord(state: TableState, change: RecordChange): ChangeReply {
  switch (change.op) {
    case 'cache':
      state.cache.set(change.key, change.part);
      return 'done';
    case 'claim':
      return claim(state, change);
    case 'personal': {
      const { key, value, first } = change;
      const known = state.personal.get(key);
      if (known === undefined || !first) state.personal.set(key, value);
      return known === undefined || known === value ? 'claimed' : 'taken';
    }
    case 'snapshot': {
      const { stream, snapshot } = change;
      const known = state.snapshots.get(stream);
      const isNewer = known === undefined || known.revision < snapshot.revision;
      if (isNewer) state.snapshots.set(stream, snapshot);
      return 'done';
    }
    case 'drop-snapshot':
      if (state.snapshots.get(change.stream)?.seal === change.seal) {
        state.snapshots.delete(change.stream);
      }
      return 'done';
    case 'clear-snapshots':
      state.snapshots.clear();
      return 'done';
    default:
      return endClaim(state, change);
  }
}

/** DECISIONS, `Idempotency-Key`: 24 hours from the first claim. */
const keptMs = 24 * 60 * 60 * 1000;

function claim(
  { claims }: TableState,
  { key, fingerprint, nowMs, leaseMs }: Extract<TableChange, { op: 'claim' }>,
): IdempotencyClaim {
  const known = claims.get(key);
  const isFresh = known === undefined || known.claimedAt + keptMs <= nowMs;
  if (!isFresh) {
    if (known.fingerprint !== fingerprint) return { state: 'mismatch' };
    if (known.response !== null) return { state: 'done', response: JSON.parse(known.response) };
    if (known.leaseUntil > nowMs) return { state: 'running' };
  }
  const claimedAt = isFresh ? nowMs : known.claimedAt;
  const leaseUntil = nowMs + leaseMs;
  claims.set(key, { fingerprint, claimedAt, leaseUntil, response: null });
  return {
    state: 'claimed',
    firstClaimedAt: instant(claimedAt),
    leaseUntil: instant(leaseUntil),
  };
}

function endClaim(
  { claims }: TableState,
  change: Extract<TableChange, { op: 'complete' | 'abandon' | 'end-lease' }>,
): 'done' {
  const { key } = change;
  const known = claims.get(key);
  if (known === undefined || known.response !== null) return 'done';
  if (change.op === 'complete') claims.set(key, { ...known, response: change.response });
  else if (known.leaseUntil !== change.leaseUntil) return 'done';
  else if (change.op === 'abandon') claims.delete(key);
  else claims.set(key, { ...known, leaseUntil: 0 });
  return 'done';
}

/** The documents that one side lacks or holds otherwise than the other. */
export function compareSides(state: TableState): readonly ReadModelDifference[] {
  const models = new Set([...state.live.keys(), ...state.shadow.keys()]);
  return [...models].flatMap((model) => {
    const live = tableOf(state, 'live', model).documents;
    const rebuilt = tableOf(state, 'shadow', model).documents;
    return [...new Set([...live.keys(), ...rebuilt.keys()])]
      .filter((id) => textOf(live.get(id)) !== textOf(rebuilt.get(id)))
      .map((id) => ({ model, id, live: live.get(id), rebuilt: rebuilt.get(id) }));
  });
}

function textOf(document: ReadDocument | undefined): string {
  if (document === undefined) return '';
  const { id, revision, position, indexes, body } = document;
  return canonicalJson({ id, revision, position, indexes, body });
}
