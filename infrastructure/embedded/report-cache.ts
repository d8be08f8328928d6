import type { Database } from 'better-sqlite3';
import type { CachedPart, ReportCache } from '../../application/ports/report-cache.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { addMs, instant } from '../../domain/shared/instant.ts';
import { textMemory } from '../stored-texts/text-memory.ts';
import type { SqliteThread } from './sqlite-thread.ts';
import type { ViewReply, ViewRequest } from './view-request.ts';

/** API.md, "Limits": result cache. */
const keptMs = 24 * 60 * 60 * 1000;
/** Reports asked for again and again stay in memory up to this many UTF-16 code units. */
const memoryUnits = 16 * 1024 * 1024;

interface CacheRow {
  readonly check_id: string;
  readonly stored_at: number;
  readonly words: number;
}

/**
 * Report parts in the views file. Which check made the part at hand is read from the file every time,
 * so that all processes see the same; only the text, which that check fixes, may come from memory.
 */
export function reportCache(
  database: Database,
  writer: SqliteThread<ViewRequest, ViewReply>,
): ReportCache {
  const find = database.prepare<[string], CacheRow>(
    'SELECT check_id, stored_at, words FROM cached_parts WHERE key = ?',
  );
  const read = database
    .prepare<[string, string], string>(
      'SELECT json FROM cached_parts WHERE key = ? AND check_id = ?',
    )
    .pluck();
  const memory = textMemory(memoryUnits);
  const text = (key: string, check: string): string | undefined => {
    const name = `${key} ${check}`;
    const remembered = memory.get(name);
    if (remembered !== undefined) return remembered;
    const json = read.get(key, check);
    if (json !== undefined) memory.set(name, json);
    return json;
  };
  return {
    async get(key, now): Promise<CachedPart | undefined> {
      const row = find.get(key);
      if (row === undefined || row.stored_at + keptMs <= now) return undefined;
      const json = text(key, row.check_id);
      if (json === undefined) return undefined;
      const { check_id, stored_at, words } = row;
      return { checkId: checkId(check_id), storedAt: instant(stored_at), words, json };
    },
    async put(key, part) {
      await writer.send({ op: 'cache-part', key, ...part });
    },
    async sweep(now) {
      const storedBefore = addMs(now, -keptMs) + 1;
      for (let more = true; more; ) {
        const reply = await writer.send({ op: 'sweep-cache', storedBefore });
        more = reply.kind === 'done' && reply.more;
      }
    },
    async close() {
      memory.clear();
    },
  };
}
