/** Where a person may be sent after signing in or choosing a language: our own pages and nothing else. */
const pages =
  /^\/(?:account(?:\/(?:keys|apps|passkeys))?|agent|connect|oauth\/authorize|sign-in(?:\/code)?)$/;

/** A long request of an app fits; nothing of ours needs more. */
const maxLength = 6_000;

/**
 * The path and query when they name a page of ours; null for everything else: another host in any of the
 * spellings that browsers read as one (`//host`, `/\host`, `https:host`), and control characters.
 */
export function ownPath(text: string | null | undefined): string | null {
  if (text === null || text === undefined || text.length > maxLength) return null;
  if (!/^\/[\x21-\x5b\x5d-\x7e]*$/.test(text)) return null;
  const [path = '', ...query] = text.split('?');
  if (!pages.test(path) || text.includes('#')) return null;
  return query.length === 0 ? path : `${path}?${query.join('?')}`;
}
