import Database from 'better-sqlite3';
import type { ThreadFailure } from './sqlite-thread.ts';

/**
 * Puts an error into the words that travel between threads. `whenStoreFails` says what a failing
 * disk means at the point where it failed: before the commit nothing is written, during it nobody knows.
 */
export function threadFailure(
  error: unknown,
  whenStoreFails: 'unavailable' | 'unknown',
): ThreadFailure {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof Database.SqliteError)) return { kind: 'broken', message };
  if (isRequestFault(error)) return { kind: 'broken', message: `${error.code}: ${message}` };
  // A full disk, a limit on files or a busy database is noticed before the frame that would make the commit
  // count: that frame comes last, and a part of one is not taken for one (sqlite.org/walformat.html).
  const nothingWritten = /^SQLITE_(FULL|IOERR_WRITE|BUSY|LOCKED|CANTOPEN|READONLY)/.test(
    error.code,
  );
  return {
    kind: nothingWritten ? 'unavailable' : whenStoreFails,
    message: `${error.code}: ${message}`,
  };
}

/** The database is well, one request of the batch was not. */
export function isRequestFault(error: unknown): boolean {
  if (!(error instanceof Database.SqliteError)) return true;
  return /^SQLITE_(CONSTRAINT|ERROR|MISMATCH|TOOBIG|RANGE)/.test(error.code);
}
