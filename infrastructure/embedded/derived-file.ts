import { rmSync } from 'node:fs';
import Database from 'better-sqlite3';
import { openWriter } from './sqlite-database.ts';

/**
 * Opens a file of things that can all be derived again, for writing without a sync. One that is no
 * database any more is replaced: nothing in it is worth a start that fails.
 */
export function openDerived(options: {
  readonly path: string;
  readonly schema: string;
}): Database.Database {
  try {
    return openWriter({ ...options, durability: 'normal' });
  } catch (error) {
    const spoilt =
      error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
    if (!spoilt) throw error;
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${options.path}${suffix}`, { force: true });
    return openWriter({ ...options, durability: 'normal' });
  }
}
