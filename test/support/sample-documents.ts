import type { ReadDocument, ReadModelDeclaration } from '../../application/ports/read-models.ts';

/** A model of no particular meaning, indexed by owner and by owner over time. */
export const sampleModel: ReadModelDeclaration = {
  name: 'sample',
  version: 1,
  indexes: [{ index: 'owner' }, { index: 'owner', orderBy: 'at' }],
};

export function sampleDocument(document: Partial<ReadDocument> = {}): ReadDocument {
  return {
    id: 'sample-1',
    revision: 0,
    position: 1,
    indexes: { owner: 'ann', at: 100 },
    body: { text: 'first' },
    ...document,
  };
}
