import type { Database, Statement } from 'better-sqlite3';
import { isRequestFault, threadFailure } from './sqlite-failure.ts';
import type { ThreadOutcome } from './sqlite-thread.ts';

/**
 * Group commit: applies all requests in one transaction and one sync of the disk.
 * When one of them is at fault nothing of the batch stays, and each is tried in a transaction of its
 * own, so that only the faulty one fails. When the disk is at fault, all fail.
 */
export function commitBatch<Request, Reply>(
  database: Database,
  requests: readonly Request[],
  apply: (request: Request) => Reply,
): readonly ThreadOutcome<Reply>[] {
  const { begin, commit } = bracketsOf(database);
  let afterFailure: 'unavailable' | 'unknown' = 'unavailable';
  try {
    begin.run();
    const replies = requests.map(apply);
    afterFailure = 'unknown';
    commit.run();
    return replies.map((reply) => ({ ok: true, reply }));
  } catch (error) {
    rollBack(database);
    if (requests.length > 1 && afterFailure === 'unavailable' && isRequestFault(error)) {
      return requests.flatMap((request) => commitBatch(database, [request], apply));
    }
    const failure = threadFailure(error, afterFailure);
    return requests.map(() => ({ ok: false, failure }));
  }
}

interface Brackets {
  readonly begin: Statement;
  readonly commit: Statement;
}

const brackets = new WeakMap<Database, Brackets>();

function bracketsOf(database: Database): Brackets {
  const known = brackets.get(database);
  if (known !== undefined) return known;
  const made = {
    // IMMEDIATE: another process may write too, and what is read in here must still hold at the commit.
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
  };
  brackets.set(database, made);
  return made;
}

function rollBack(database: Database): void {
  // SQLite has already rolled back by itself after some failures of the disk.
  if (database.inTransaction) database.exec('ROLLBACK');
}
