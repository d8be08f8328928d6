import type { Database } from 'better-sqlite3';
import type { WebSession } from '../../application/ports/web-sessions.ts';
import { instant } from '../../domain/shared/instant.ts';

export const sessionSchema = `
  CREATE TABLE IF NOT EXISTS web_sessions (
    id TEXT PRIMARY KEY,
    expires_at INTEGER NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS web_sessions_by_end ON web_sessions (expires_at);
`;

/** What is asked of the writer thread of the sessions file. */
export type SessionRequest =
  | { readonly op: 'put'; readonly id: string; readonly session: WebSession }
  | { readonly op: 'take'; readonly id: string }
  | { readonly op: 'sweep'; readonly nowMs: number };

export type SessionReply =
  | { readonly kind: 'done'; readonly more: boolean }
  | { readonly kind: 'taken'; readonly session: WebSession | undefined };

interface SessionRow {
  readonly expires_at: number;
  readonly value: string;
}

/** Sessions removed in one go: a sweep must not keep the other writers waiting. */
const sweepSize = 200;

export function sessionReader(database: Database): (id: string) => WebSession | undefined {
  const find = database.prepare<[string], SessionRow>(
    'SELECT expires_at, value FROM web_sessions WHERE id = ?',
  );
  return (id) => sessionOf(find.get(id));
}

export function sessionWriter(database: Database): (request: SessionRequest) => SessionReply {
  const put = database.prepare<[string, number, string]>(
    'INSERT OR REPLACE INTO web_sessions (id, expires_at, value) VALUES (?, ?, ?)',
  );
  const take = database.prepare<[string], SessionRow>(
    'DELETE FROM web_sessions WHERE id = ? RETURNING expires_at, value',
  );
  const sweep = database.prepare<[number]>(
    `DELETE FROM web_sessions WHERE id IN
     (SELECT id FROM web_sessions WHERE expires_at <= ? LIMIT ${sweepSize})`,
  );
  return (request) => {
    switch (request.op) {
      case 'put':
        put.run(request.id, request.session.expiresAt, request.session.value);
        return { kind: 'done', more: false };
      case 'take':
        return { kind: 'taken', session: sessionOf(take.get(request.id)) };
      case 'sweep':
        return { kind: 'done', more: sweep.run(request.nowMs).changes === sweepSize };
    }
  };
}

function sessionOf(row: SessionRow | undefined): WebSession | undefined {
  return row && { value: row.value, expiresAt: instant(row.expires_at) };
}
