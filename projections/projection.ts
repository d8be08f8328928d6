import type { ReadDocument, ReadModelDeclaration } from '../application/ports/read-models.ts';
import type { RecordedEvent } from '../domain/shared/event.ts';
import type { JsonObject } from '../domain/shared/json.ts';

/**
 * How a read model follows from the events of the streams whose names start with `prefix`.
 * Folds are pure: the same events give the same documents, in any process and at any time.
 */
export type Projection = StreamProjection | RowProjection;

interface ProjectionBase {
  readonly declaration: ReadModelDeclaration;
  readonly prefix: string;
  /** `inline`: also folded before the command that caused the event is answered. */
  readonly delivery: 'inline' | 'followed';
}

/** Folds all events of a stream into one document. */
export interface StreamProjection extends ProjectionBase {
  readonly kind: 'stream';
  /** The document after more events, oldest first; undefined as long as the stream has none. */
  fold(
    document: ReadDocument | undefined,
    events: readonly RecordedEvent[],
  ): ReadDocument | undefined;
}

/** Turns each event into one document of its own. */
export interface RowProjection extends ProjectionBase {
  readonly kind: 'row';
  readonly declaration: ReadModelDeclaration & { readonly rows: true };
  row(event: RecordedEvent): ReadDocument;
}

/** Every stream document can be found by the name of its stream. */
export const streamIndex = 'stream';

/** What a stream projection is made of; `Body` is the document as the domain knows it. */
export interface StreamFold<Body extends JsonObject> extends ProjectionBase {
  decode(document: ReadDocument): Body;
  /** The body after one more event; `body` is null before the first, the answer null while there is none. */
  evolve(body: Body | null, event: RecordedEvent): Body | null;
  /** The document's id. It must not change once there is a document. */
  id(body: Body): string;
  indexes(body: Body): Readonly<Record<string, string | number>>;
}

export function streamProjection<Body extends JsonObject>(
  fold: StreamFold<Body>,
): StreamProjection {
  const { declaration, prefix, delivery } = fold;
  return {
    kind: 'stream',
    prefix,
    delivery,
    declaration: {
      ...declaration,
      indexes: [...declaration.indexes, { index: streamIndex }],
    },
    fold(document, events) {
      const last = events.at(-1);
      if (last === undefined) return document;
      const before = document === undefined ? null : fold.decode(document);
      const body = events.reduce<Body | null>(fold.evolve, before);
      if (body === null) return undefined;
      return {
        id: fold.id(body),
        revision: last.revision,
        position: last.position,
        indexes: { ...fold.indexes(body), [streamIndex]: last.stream },
        body,
      };
    },
  };
}
