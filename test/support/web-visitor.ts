import assert from 'node:assert/strict';
import type { WebService } from './web-service.ts';

export interface SeenPage {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
}

/** A browser without scripts: keeps cookies, sends the forms it is shown, follows nothing by itself. */
export interface Visitor {
  readonly cookies: ReadonlyMap<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<SeenPage>;
  /** Sends fields as they are. */
  post(path: string, fields: Readonly<Record<string, string>>): Promise<SeenPage>;
  /** Opens a page and sends its form for an address, with its hidden fields. */
  submit(
    page: string,
    action: string,
    fields?: Readonly<Record<string, string>>,
  ): Promise<SeenPage>;
  /** Another browser that has got hold of the same cookies. */
  twin(): Visitor;
}

export function visitor(base: string, cookies = new Map<string, string>()): Visitor {
  const ask = async (path: string, init: RequestInit): Promise<SeenPage> => {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${base}${path}`, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    return { status: response.status, headers: response.headers, text, location };
  };
  const post: Visitor['post'] = (path, fields) =>
    ask(path, { method: 'POST', body: new URLSearchParams(fields) });
  return {
    cookies,
    get: (path, headers = {}) => ask(path, { headers }),
    post,
    async submit(page, action, fields = {}) {
      const seen = await ask(page, {});
      return post(action, { ...hiddenFields(seen.text, action), ...fields });
    },
    twin: () => visitor(base, new Map(cookies)),
  };
}

/** The hidden fields of the first form of a page that is sent to an address. */
export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html
    .split('<form')
    .find((piece) => piece.split('>')[0]?.includes(`action="${action}"`));
  assert.ok(form !== undefined, `no form for ${action} in ${html.slice(0, 2_000)}`);
  const fields: Record<string, string> = {};
  for (const [tag] of form.split('</form>')[0]?.matchAll(/<input[^>]*type="hidden"[^>]*>/g) ?? []) {
    const name = /name="([^"]*)"/.exec(tag)?.[1] ?? '';
    fields[name] = (/ value="([^"]*)"/.exec(tag)?.[1] ?? '')
      .replaceAll('&amp;', '&')
      .replaceAll('&quot;', '"')
      .replaceAll('&lt;', '<');
  }
  return fields;
}

/** The last code that was mailed to an address, by all that was asked so far. */
export async function codeFor(service: WebService, email: string): Promise<string> {
  await service.settled();
  const letter = service.letters.findLast(({ to }) => to === email);
  return letter?.code ?? assert.fail(`no letter for ${email}`);
}

/** Goes through the whole of a sign-in by code. */
export async function signIn(
  service: WebService,
  email: string,
  returnTo = '/account',
): Promise<Visitor> {
  const person = visitor(service.base);
  service.letters.length = 0;
  const page = `/sign-in?${new URLSearchParams({ return_to: returnTo })}`;
  await person.submit(page, '/sign-in/email', { email });
  const code = await codeFor(service, email);
  const done = await person.submit('/sign-in/code', '/sign-in/code', { code });
  assert.equal(done.status, 303, done.text);
  assert.equal(done.location, returnTo);
  return person;
}
