import { closeSync, openSync } from 'node:fs';
import Database from 'better-sqlite3';

/** How much a commit is worth. */
export type Durability =
  /** Synced before it is answered: survives a power cut. */
  | 'full'
  /** Survives the end of the process, not always a power cut: for what can be derived again or be lost. */
  | 'normal';

/** Another process may hold the write lock for as long as a rebuild takes to compare and swap. */
const writerPatienceMs = 15_000;
const readerPatienceMs = 5_000;

/** 16 MB of log before it is worked into the file. */
const checkpointPages = 4_000;

/**
 * Opens a database for writing, with a write-ahead log, and brings its tables into being.
 * `schema` must do no harm when it runs again, in this process or in another.
 */
export function openWriter(options: {
  readonly path: string;
  readonly durability: Durability;
  readonly schema: string;
  readonly patienceMs?: number;
}): Database.Database {
  createPrivately(options.path);
  const database = new Database(options.path, {
    timeout: options.patienceMs ?? writerPatienceMs,
  });
  try {
    useWriteAheadLog(database);
    database.pragma(`synchronous = ${options.durability.toUpperCase()}`);
    // Pages that change often, such as the last ones of an index, go back into the file less often.
    database.pragma(`wal_autocheckpoint = ${checkpointPages}`);
    database.transaction(() => database.exec(options.schema)).immediate();
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** A new file is readable by its owner alone; SQLite gives the files beside it the same mode. */
function createPrivately(path: string): void {
  try {
    // Never opens a file that is there: closing it again would drop the locks that SQLite holds on
    // it for this whole process (sqlite.org/howtocorrupt.html, 2.2).
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    if (!exists) throw error;
  }
}

/** Opens a database, made before, for reading on the calling thread. */
export function openReader(path: string): Database.Database {
  const database = new Database(path, {
    readonly: true,
    fileMustExist: true,
    timeout: readerPatienceMs,
  });
  database.pragma('query_only = ON');
  return database;
}

function useWriteAheadLog(database: Database.Database): void {
  // Two processes that make the same new file at once get a busy error here without any waiting.
  for (let attempt = 1; ; attempt += 1) {
    try {
      database.pragma('journal_mode = WAL');
      return;
    } catch (error) {
      const busy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!busy || attempt === 50) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
}
