import session from 'express-session';
import { z } from 'zod';
import type { WebSessions } from '../../application/ports/web-sessions.ts';
import { addMs, type Instant } from '../../domain/shared/instant.ts';
import type { WebEnvironment } from './application.ts';

declare module 'express-session' {
  interface SessionData {
    /** What every form of the session carries: a secret that no other site knows. */
    csrf?: string | undefined;
    accountId?: string | undefined;
    signedInAt?: number | undefined;
    /** A code that was asked for and not yet given. */
    signIn?: PendingSignIn | undefined;
    /** Shown once, on the next page. */
    notice?: string | undefined;
  }
}

interface PendingSignIn {
  readonly id: string;
  readonly email: string;
  readonly returnTo: string;
}

/** A working day, however much is clicked in between. */
const signedInMs = 12 * 60 * 60 * 1000;
/** Time to read a letter and type a code. */
const strangerMs = 60 * 60 * 1000;

/** The only cookie that matters: out of reach for scripts, for other sites and, on https, for other hosts. */
export function webSession(sessions: WebSessions, environment: WebEnvironment) {
  const secure = environment.baseUrl.startsWith('https:');
  const cookie = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return session({
    // RFC 6265bis 4.1.3.2: a name that browsers take from this very host alone.
    name: secure ? '__Host-assay' : 'assay',
    secret: environment.cookieSecret,
    store: new WebSessionStore(sessions, { cookie, now: () => environment.now() }),
    genid: () => environment.freshSecret(),
    cookie,
    resave: false,
    saveUninitialized: false,
  });
}

interface StoreOptions {
  readonly cookie: session.CookieOptions;
  now(): Instant;
}

/** Sessions of express-session in the service's own store. */
class WebSessionStore extends session.Store {
  readonly #sessions: WebSessions;
  readonly #options: StoreOptions;

  constructor(sessions: WebSessions, options: StoreOptions) {
    super();
    this.#sessions = sessions;
    this.#options = options;
  }

  override get(
    id: string,
    callback: (error: unknown, data?: session.SessionData | null) => void,
  ): void {
    const { cookie, now } = this.#options;
    this.#sessions.get(place(id), now()).then(
      (kept) => {
        const data = kept === undefined ? null : keptData(kept.value);
        const kind = Object.assign(new session.Cookie(), cookie);
        callback(null, data && { ...data, cookie: kind });
      },
      (error: unknown) => callback(error),
    );
  }

  override set(
    id: string,
    { cookie: _, ...data }: session.SessionData,
    callback: (error?: unknown) => void = () => undefined,
  ): void {
    const { signedInAt } = data;
    const now = this.#options.now();
    const since = signedInAt === undefined ? now : Math.min(now, signedInAt);
    const lifetime = signedInAt === undefined ? strangerMs : signedInMs;
    const expiresAt = addMs(now, since + lifetime - now);
    this.#sessions.put(place(id), { value: JSON.stringify(data), expiresAt }).then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }

  override destroy(id: string, callback: (error?: unknown) => void = () => undefined): void {
    this.#sessions.destroy(place(id)).then(
      () => callback(),
      (error: unknown) => callback(error),
    );
  }
}

function place(id: string): string {
  return `session:${id}`;
}

const dataSchema = z.object({
  csrf: z.string().optional(),
  accountId: z.string().optional(),
  signedInAt: z.number().optional(),
  signIn: z.object({ id: z.string(), email: z.string(), returnTo: z.string() }).optional(),
  notice: z.string().optional(),
});

/** What an older version of the service kept may have another shape: then nobody is signed in. */
function keptData(text: string): z.infer<typeof dataSchema> | null {
  const parsed = dataSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
