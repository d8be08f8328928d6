import type { WebSession, WebSessions } from '../../application/ports/web-sessions.ts';
import { instant } from '../../domain/shared/instant.ts';
import { inserted, removeAll, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';

/** By the server's clock; callers go by their own, so nothing is removed a little early. */
const removedAfterSeconds = 60 * 60;

interface SessionDocument {
  readonly _id: string;
  readonly value: string;
  readonly expiresAt: number;
  readonly endsAt: Date;
}

/** Sessions that all nodes share. */
export function mongoWebSessions(connection: MongoConnection): WebSessions {
  const sessions = storeCollection<SessionDocument>(connection, 'web_sessions', [
    { key: { expiresAt: 1 } },
    { key: { endsAt: 1 }, keptSeconds: removedAfterSeconds },
  ]);
  const get: WebSessions['get'] = async (id, now) => {
    const found = await sessions.read((stored) => stored.findOne({ _id: id }));
    return found === null || found.expiresAt <= now ? undefined : sessionOf(found);
  };
  const remove = (id: string) => sessions.write((stored) => stored.deleteOne({ _id: id }));
  return {
    get,
    async put(id, { value, expiresAt }) {
      const session = { value, expiresAt, endsAt: new Date(expiresAt) };
      await sessions.write(async (stored) => {
        const { matchedCount } = await stored.updateOne({ _id: id }, { $set: session });
        if (matchedCount === 1 || (await inserted(stored.insertOne({ _id: id, ...session }))))
          return;
        await stored.updateOne({ _id: id }, { $set: session });
      });
    },
    async take(id, now) {
      const session = await get(id, now);
      // Of many who have read it, the one whose removal found it has it.
      const { deletedCount } = await remove(id);
      return deletedCount === 1 ? session : undefined;
    },
    async destroy(id) {
      await remove(id);
    },
    sweep: (now) => removeAll(sessions, { expiresAt: { $lte: now } }),
  };
}

function sessionOf({ value, expiresAt }: SessionDocument): WebSession {
  return { value, expiresAt: instant(expiresAt) };
}
