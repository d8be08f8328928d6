import type { WebEnvironment } from './application.ts';
import { cookieOf } from './cookie-of.ts';
import type { Visit } from './visit.ts';

const lifetimeMs = 180 * 24 * 60 * 60 * 1000;

type Environment = Pick<WebEnvironment, 'baseUrl'>;

/** What a browser shows of having signed in before; null when it shows nothing. */
export function browserMarkOf({ request }: Visit, environment: Environment): string | null {
  return cookieOf(request.headers.cookie, nameOf(environment)) ?? null;
}

/** Lets a browser show from now on that it has signed in. Signing out does not change that. */
export function keepBrowserMark({ request }: Visit, environment: Environment, mark: string): void {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', maxAge: lifetimeMs } as const;
  request.res?.cookie(nameOf(environment), mark, { ...attributes, secure: isSecure(environment) });
}

/** RFC 6265bis 4.1.3.2: with this prefix it is taken from this very host alone. */
function nameOf(environment: Environment): string {
  return isSecure(environment) ? '__Host-assay-browser' : 'assay-browser';
}

function isSecure({ baseUrl }: Environment): boolean {
  return baseUrl.startsWith('https:');
}
