import type { Database } from 'better-sqlite3';
import type { Snapshot } from '../../application/ports/snapshots.ts';

export const snapshotSchema = `
  CREATE TABLE IF NOT EXISTS snapshots (
    stream TEXT PRIMARY KEY,
    fold_version INTEGER NOT NULL,
    revision INTEGER NOT NULL,
    last_hash TEXT NOT NULL,
    seal TEXT NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
`;

/** What is asked of the writer thread of the snapshots file. */
export type SnapshotRequest =
  | { readonly op: 'put'; readonly stream: string; readonly snapshot: Snapshot }
  | { readonly op: 'remove'; readonly stream: string; readonly seal: string }
  | { readonly op: 'clear' };

interface SnapshotRow {
  readonly fold_version: number;
  readonly revision: number;
  readonly last_hash: string;
  readonly seal: string;
  readonly state: string;
}

export function snapshotReader(database: Database): (stream: string) => Snapshot | undefined {
  const find = database.prepare<[string], SnapshotRow>(
    'SELECT fold_version, revision, last_hash, seal, state FROM snapshots WHERE stream = ?',
  );
  return (stream) => {
    const row = find.get(stream);
    if (row === undefined) return undefined;
    const { fold_version: foldVersion, revision, last_hash: lastHash, seal, state } = row;
    return { foldVersion, revision, lastHash, seal, state };
  };
}

export function snapshotWriter(database: Database): (request: SnapshotRequest) => void {
  const put = database.prepare<[string, number, number, string, string, string]>(
    `INSERT INTO snapshots (stream, fold_version, revision, last_hash, seal, state)
     VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (stream) DO UPDATE SET
       fold_version = excluded.fold_version, revision = excluded.revision,
       last_hash = excluded.last_hash, seal = excluded.seal, state = excluded.state
     WHERE excluded.revision > snapshots.revision`,
  );
  const remove = database.prepare<[string, string]>(
    'DELETE FROM snapshots WHERE stream = ? AND seal = ?',
  );
  const clear = database.prepare('DELETE FROM snapshots');
  return (request) => {
    switch (request.op) {
      case 'put': {
        const { foldVersion, revision, lastHash, seal, state } = request.snapshot;
        put.run(request.stream, foldVersion, revision, lastHash, seal, state);
        return;
      }
      case 'remove':
        remove.run(request.stream, request.seal);
        return;
      case 'clear':
        clear.run();
        return;
    }
  };
}
