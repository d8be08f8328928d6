import type { CachedPart, ReportCache } from '../../application/ports/report-cache.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';
import { textMemory } from '../stored-texts/text-memory.ts';
import { inserted, removeAll, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import { type PackedText, packText, unpackText } from './packed-text.ts';

/** API.md, "Limits": result cache. */
const keptMs = 24 * 60 * 60 * 1000;
/** By the server's clock; callers go by their own, so nothing is removed a little early. */
const removedAfterSeconds = 25 * 60 * 60;
/** Reports asked for again and again stay in memory up to this many UTF-16 code units. */
const memoryUnits = 16 * 1024 * 1024;

interface PartDocument {
  readonly _id: string;
  readonly checkId: string;
  readonly storedAt: number;
  readonly words: number;
  readonly json: PackedText;
  readonly writtenAt: Date;
}

/**
 * Report parts that all nodes share. Which check made the part at hand is asked every time; only the text,
 * which that check fixes, may come from memory.
 */
export function mongoReportCache(connection: MongoConnection): ReportCache {
  const parts = storeCollection<PartDocument>(connection, 'cached_parts', [
    { key: { storedAt: 1 } },
    { key: { writtenAt: 1 }, keptSeconds: removedAfterSeconds },
  ]);
  const memory = textMemory(memoryUnits);
  const text = async (key: string, check: string): Promise<string | undefined> => {
    const name = `${key} ${check}`;
    const remembered = memory.get(name);
    if (remembered !== undefined) return remembered;
    const found = await parts.read((stored) => stored.findOne({ _id: key }));
    if (found === null || found.checkId !== check) return undefined;
    const json = await unpackText(found.json);
    memory.set(name, json);
    return json;
  };
  return {
    async get(key, now): Promise<CachedPart | undefined> {
      const found = await parts.read((stored) =>
        stored.findOne({ _id: key }, { projection: { json: 0 } }),
      );
      if (found === null || found.storedAt + keptMs <= now) return undefined;
      const json = await text(key, found.checkId);
      if (json === undefined) return undefined;
      const { checkId: check, storedAt, words } = found;
      return { checkId: checkId(check), storedAt: instant(storedAt), words, json };
    },
    async put(key, { checkId, storedAt, words, json }) {
      const packed = await packText(json);
      if (packed === undefined) return;
      const part = { checkId, storedAt, words, json: packed, writtenAt: new Date() };
      await parts.write(async (stored) => {
        const { matchedCount } = await stored.updateOne({ _id: key }, { $set: part });
        if (matchedCount === 1 || (await inserted(stored.insertOne({ _id: key, ...part })))) return;
        await stored.updateOne({ _id: key }, { $set: part });
      });
    },
    sweep: (now) => removeAll(parts, { storedAt: { $lte: now - keptMs } }),
    async close() {
      memory.clear();
    },
  };
}
