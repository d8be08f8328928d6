/** Room for any address a person would type. */
const maxLength = 2_000;

/**
 * The URL of a client id that names a metadata document, or null. The draft asks for https, a path, no
 * fragment, no user information and no dot segments. The text must be what a URL parser makes of it, so that
 * nobody has two ways to write one client.
 */
export function clientIdUrl(clientId: string): URL | null {
  if (clientId.length > maxLength || !clientId.startsWith('https://')) return null;
  if (!URL.canParse(clientId)) return null;
  const url = new URL(clientId);
  const isPlain =
    url.href === clientId &&
    url.pathname !== '/' &&
    url.username === '' &&
    url.password === '' &&
    !clientId.includes('#') &&
    !clientId.includes('@');
  return isPlain ? url : null;
}
