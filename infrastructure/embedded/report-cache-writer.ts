import type { Database } from 'better-sqlite3';
import { type CacheRequest, done, type ViewReply } from './view-request.ts';

/** Entries removed in one go: a sweep must not keep the other writers waiting. */
export const sweepSize = 200;

/** The writing side of the report cache. */
export function cacheWriter(database: Database): (request: CacheRequest) => ViewReply {
  const put = database.prepare<[string, string, number, number, string]>(
    'INSERT OR REPLACE INTO cached_parts (key, check_id, stored_at, words, json) VALUES (?, ?, ?, ?, ?)',
  );
  const sweep = database.prepare<[number]>(
    `DELETE FROM cached_parts WHERE rowid IN
     (SELECT rowid FROM cached_parts WHERE stored_at < ? LIMIT ${sweepSize})`,
  );
  return (request) => {
    switch (request.op) {
      case 'cache-part':
        put.run(request.key, request.checkId, request.storedAt, request.words, request.json);
        return done;
      case 'sweep-cache':
        return { kind: 'done', more: sweep.run(request.storedBefore).changes === sweepSize };
    }
  };
}
