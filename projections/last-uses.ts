import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import { evolveLastUses, type LastUses } from '../domain/access/last-uses.ts';
import { accountId } from '../domain/shared/ids.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

const prefix = 'account-';

/**
 * When each credential was last used: one document an account, because an index of who caused it would make
 * every row of every statement dearer for the sake of one.
 */
export function lastUsesProjection(documents: DocumentCodec): StreamProjection {
  return streamProjection<LastUses>({
    declaration: { name: readModelNames.lastUses, version: 1, indexes: [] },
    prefix,
    delivery: 'followed',
    decode: documents.lastUses,
    evolve(before, { stream, metadata }) {
      const known = before ?? { accountId: accountId(stream.slice(prefix.length)), uses: {} };
      return evolveLastUses(known, metadata);
    },
    id: (uses) => uses.accountId,
    indexes: () => ({}),
  });
}
