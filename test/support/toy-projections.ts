import { UnknownEventError } from '../../application/ports/event-codec.ts';
import type { ReadDocument } from '../../application/ports/read-models.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type Projection, streamProjection } from '../../projections/projection.ts';

type Sum = { readonly name: string; readonly total: number; readonly seen: readonly number[] };

/** Sums `Added.amount` of a `toy-` stream into one document, found under the name in the first event. */
export function toySums(wrongBy = 0): Projection {
  return streamProjection<Sum>({
    declaration: { name: 'sums', version: 1, indexes: [{ index: 'size' }] },
    prefix: 'toy-',
    delivery: 'inline',
    decode: ({ body }: ReadDocument) => ({
      name: String(body.name),
      total: Number(body.total),
      seen: Array.isArray(body.seen) ? body.seen.map(Number) : [],
    }),
    evolve(sum, event) {
      if (event.type !== 'Added') throw new UnknownEventError(`${event.stream}: ${event.type}`);
      const before = sum ?? { name: `sum-of-${event.stream}`, total: 0, seen: [] };
      return {
        ...before,
        total: before.total + Number(event.data.amount) + wrongBy,
        seen: [...before.seen, event.revision],
      };
    },
    id: ({ name }) => name,
    indexes: ({ total }) => ({ size: total > 100 ? 'large' : 'small' }),
  });
}

/** One row for each event of a `toy-` stream. */
export const toyRows: Projection = {
  kind: 'row',
  declaration: {
    name: 'rows',
    version: 1,
    rows: true,
    indexes: [{ index: 'stream', orderBy: 'revision' }],
  },
  prefix: 'toy-',
  delivery: 'followed',
  row({ id, revision, position, stream, data }: RecordedEvent) {
    return { id, revision, position, indexes: { stream, revision }, body: data };
  },
};
