/**
 * Where an authorization may send a browser, as API.md has it: https, http on a loopback address, or a
 * private-use scheme; no fragment (RFC 6749 3.1.2), no user information. The text itself is judged, not
 * what a browser would make of it, because it is the text that is compared later.
 */
export function isRegistrableRedirectUri(uri: string): boolean {
  if (!onlyUriCharacters.test(uri) || !URL.canParse(uri)) return false;
  const scheme = /^([a-z][a-z0-9+.-]*):\/(.)/i.exec(uri)?.[1]?.toLowerCase();
  if (scheme === undefined || hasUserInformation(uri)) return false;
  if (scheme === 'https') return /^https:\/\/[^/?]+/i.test(uri);
  if (scheme === 'http') return loopbackParts(uri) !== null;
  // RFC 8252 7.1 asks for a reversed domain name; many a client has a short name, so only those are
  // refused that a system or a browser gives a meaning of its own.
  return !namesWithMeaning.has(scheme);
}

/**
 * Whether a request may use a redirect URI for one that is registered: the same, byte by byte; on a loopback
 * address any port will do, because the system picks it at the time of the request (RFC 8252 7.3).
 */
export function matchesRedirectUri(registered: string, requested: string): boolean {
  if (registered === requested) return true;
  const known = loopbackParts(registered);
  const asked = loopbackParts(requested);
  if (known === null || asked === null || !isRegistrableRedirectUri(requested)) return false;
  return known.host === asked.host && known.rest === asked.rest;
}

/** RFC 3986 2: what else stands in a URI a browser would repair, each in its own way. No fragment. */
const onlyUriCharacters = /^[A-Za-z0-9\-._~:/?[\]@!$&'()*+,;=%]+$/;

/** Schemes of the registry of IANA, and of browsers and systems, that lead elsewhere than to an application. */
const namesWithMeaning: ReadonlySet<string> = new Set([
  'about',
  'blob',
  'chrome',
  'chrome-extension',
  'cid',
  'content',
  'data',
  'edge',
  'facetime',
  'feed',
  'file',
  'filesystem',
  'ftp',
  'ftps',
  'gopher',
  'imap',
  'intent',
  'irc',
  'jar',
  'javascript',
  'ldap',
  'ldaps',
  'livescript',
  'mailto',
  'mid',
  'mocha',
  'moz-extension',
  'ms-msdt',
  'ms-settings',
  'news',
  'nfs',
  'nntp',
  'opaquelocktoken',
  'pop',
  'resource',
  'rtsp',
  'search-ms',
  'sftp',
  'shell',
  'sip',
  'sips',
  'smb',
  'sms',
  'snmp',
  'ssh',
  'tel',
  'telnet',
  'tftp',
  'urn',
  'vbscript',
  'view-source',
  'ws',
  'wss',
  'xmpp',
]);

function hasUserInformation(uri: string): boolean {
  return /^[^:]+:\/\/[^/?]*@/.test(uri);
}

/** Host and what follows the port of an http URI on a loopback address; null for any other URI. */
function loopbackParts(uri: string): { readonly host: string; readonly rest: string } | null {
  const [, host = '', rest = ''] =
    /^http:\/\/(localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?((?:[/?].*)?)$/i.exec(uri) ?? [];
  // What a number of four digits in an address means is read in two ways: only the plain form counts.
  if (host === '' || !URL.canParse(uri)) return null;
  return new URL(uri).hostname === host.toLowerCase() ? { host: host.toLowerCase(), rest } : null;
}
