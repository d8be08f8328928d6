import type { Snapshot, Snapshots } from '../../application/ports/snapshots.ts';
import { inserted, removeAll, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import { type PackedText, packText, unpackText } from './packed-text.ts';

interface SnapshotDocument extends Omit<Snapshot, 'state'> {
  readonly _id: string;
  readonly state: PackedText;
}

/** Snapshots that all nodes share. One that is too large for a document, compressed, is not kept. */
export function mongoSnapshots(connection: MongoConnection): Snapshots {
  const snapshots = storeCollection<SnapshotDocument>(connection, 'snapshots');
  return {
    async get(stream) {
      const found = await snapshots.read((stored) => stored.findOne({ _id: stream }));
      if (found === null) return undefined;
      const { foldVersion, revision, lastHash, state, seal } = found;
      return { foldVersion, revision, lastHash, state: await unpackText(state), seal };
    },
    async put(stream, { foldVersion, revision, lastHash, state, seal }) {
      const packed = await packText(state);
      if (packed === undefined) return;
      const snapshot = { foldVersion, revision, lastHash, state: packed, seal };
      const older = { _id: stream, revision: { $lt: revision } };
      await snapshots.write(async (stored) => {
        const { matchedCount } = await stored.updateOne(older, { $set: snapshot });
        if (matchedCount === 1) return;
        if (await inserted(stored.insertOne({ _id: stream, ...snapshot }))) return;
        // Whoever inserted in between may have brought an older one.
        await stored.updateOne(older, { $set: snapshot });
      });
    },
    async remove(stream, seal) {
      await snapshots.write((stored) => stored.deleteOne({ _id: stream, seal }));
    },
    clear: () => removeAll(snapshots, {}),
    close: async () => undefined,
  };
}
