import type { Hasher } from '../../application/ports/hasher.ts';
import type { WebSessions } from '../../application/ports/web-sessions.ts';
import { open, purposeKey, seal } from './sealing.ts';

/**
 * Sessions whose ids and values a store cannot read: a copy of its files signs nobody in. What was sealed
 * under another server secret, or changed, is no session.
 */
export function sealedWebSessions(
  store: WebSessions,
  { hasher, secret }: { readonly hasher: Hasher; readonly secret: Uint8Array },
): WebSessions {
  const key = purposeKey(secret, 'assay web sessions');
  const place = (id: string): string => hasher.keyedHash('web session', id);
  const unsealed = (at: string, session: Awaited<ReturnType<WebSessions['get']>>) => {
    if (session === undefined) return undefined;
    const value = opened(key, at, session.value);
    return value === undefined ? undefined : { ...session, value };
  };
  return {
    async get(id, now) {
      const at = place(id);
      return unsealed(at, await store.get(at, now));
    },
    put(id, { value, expiresAt }) {
      const at = place(id);
      const sealed = seal(key, at, Buffer.from(value));
      return store.put(at, { value: Buffer.from(sealed).toString('base64'), expiresAt });
    },
    async take(id, now) {
      const at = place(id);
      return unsealed(at, await store.take(at, now));
    },
    destroy: (id) => store.destroy(place(id)),
    sweep: (now) => store.sweep(now),
  };
}

function opened(key: Uint8Array, at: string, sealed: string): string | undefined {
  try {
    return Buffer.from(open(key, at, Buffer.from(sealed, 'base64'))).toString();
  } catch {
    return undefined;
  }
}
