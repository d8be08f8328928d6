import type { WebSessions } from '../../application/ports/web-sessions.ts';
import { siblingModule } from '../system/start-worker.ts';
import {
  type SessionReply,
  type SessionRequest,
  sessionReader,
  sessionSchema,
} from './session-table.ts';
import { openReader, openWriter } from './sqlite-database.ts';
import { sqliteThread } from './sqlite-thread.ts';

/** Sessions in a SQLite file of their own: deleting it signs everybody out and loses nothing else. */
export function openWebSessions(options: {
  readonly path: string;
}): WebSessions & { close(): Promise<void> } {
  openWriter({ ...options, durability: 'full', schema: sessionSchema }).close();
  const database = openReader(options.path);
  const read = sessionReader(database);
  const writer = sqliteThread<SessionRequest, SessionReply>({
    entry: siblingModule('session-worker', import.meta.url),
    data: options,
  });
  return {
    async get(id, now) {
      const session = read(id);
      return session && session.expiresAt > now ? session : undefined;
    },
    async put(id, session) {
      await writer.send({ op: 'put', id, session });
    },
    async take(id, now) {
      const reply = await writer.send({ op: 'take', id });
      const session = reply.kind === 'taken' ? reply.session : undefined;
      return session && session.expiresAt > now ? session : undefined;
    },
    async destroy(id) {
      await writer.send({ op: 'take', id });
    },
    async sweep(now) {
      for (let more = true; more; ) {
        const reply = await writer.send({ op: 'sweep', nowMs: now });
        more = reply.kind === 'done' && reply.more;
      }
    },
    async close() {
      await writer.close();
      if (database.open) database.close();
    },
  };
}
