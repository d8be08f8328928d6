/** What an access token may be used at: the tool server or the REST interface. */
export const resources = ['mcp', 'rest'] as const;
export type Resource = (typeof resources)[number];

const paths: Readonly<Record<Resource, string>> = { mcp: '/mcp', rest: '/v1' };

/** The address that names a resource, RFC 8707 2; the issuer has no trailing slash. */
export function resourceAddress(issuer: string, resource: Resource): string {
  return `${issuer}${paths[resource]}`;
}

/**
 * The resources behind the values of `resource` in a request. None given means both (DECISIONS). Null when
 * one is no address of ours, which RFC 8707 2 answers with `invalid_target`. Clients that parse an address
 * before they send it write it in another way, so those that are one URL are one resource.
 */
export function readResources(
  issuer: string,
  values: readonly string[],
): readonly Resource[] | null {
  if (values.length === 0) return resources;
  const found = resources.filter((resource) =>
    values.some((value) => isSameAddress(resourceAddress(issuer, resource), value)),
  );
  const known = values.every((value) =>
    found.some((resource) => isSameAddress(resourceAddress(issuer, resource), value)),
  );
  return known ? found : null;
}

function isSameAddress(address: string, value: string): boolean {
  // RFC 8707 2: an absolute URI without a fragment.
  if (value.includes('#') || !URL.canParse(value) || !URL.canParse(address)) return false;
  return withoutSlash(new URL(address).href) === withoutSlash(new URL(value).href);
}

function withoutSlash(href: string): string {
  return href.replace(/\/$/, '');
}

/** Those that were approved, or the part of them that is asked for; null when more is asked for. */
export function narrowed(
  approved: readonly Resource[],
  wanted: readonly Resource[] | null,
): readonly Resource[] | null {
  if (wanted === null) return approved;
  return wanted.every((resource) => approved.includes(resource)) ? wanted : null;
}
