import type { Instant } from '../../domain/shared/instant.ts';

/** Something a browser's visitor comes back for: a session, a challenge, a request that waits for a decision. */
export interface WebSession {
  /** What the pages keep, as text; a store judges nothing of it. */
  readonly value: string;
  /** From this moment on the session does not exist. */
  readonly expiresAt: Instant;
}

/**
 * What pages remember of their visitors, on every node alike. Ids are secrets that only a browser holds;
 * neither they nor the values can be read from what a store keeps.
 */
export interface WebSessions {
  get(id: string, now: Instant): Promise<WebSession | undefined>;
  /** Keeps a session in place of what the id had before. Durable before it answers. */
  put(id: string, session: WebSession): Promise<void>;
  /** Gives a session away and ends it: of many who ask at once, on whatever nodes, one gets it. */
  take(id: string, now: Instant): Promise<WebSession | undefined>;
  /** Ends a session for good. Repeating it is a success. Durable before it answers. */
  destroy(id: string): Promise<void>;
  /** Drops what has expired. */
  sweep(now: Instant): Promise<void>;
}
