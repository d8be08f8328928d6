/**
 * The credential of an `Authorization` header by RFC 6750 2.1, or null when there is none of the
 * Bearer scheme. The scheme is case-insensitive (RFC 9110 11.1). Form and query parameters of
 * RFC 6750 2.2 and 2.3 are not read: they end up in logs.
 */
export function bearerCredential(header: string | undefined): string | null {
  if (header === undefined) return null;
  const match = /^bearer +(\S.*)$/i.exec(header);
  return match?.[1] ?? null;
}
