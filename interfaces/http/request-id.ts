/**
 * The caller's own `x-request-id` when it is a plain name, so that both sides find the same request
 * in their logs. Anything that looks like one of our credentials is not written to a log.
 */
export function requestIdOf(header: string | string[] | undefined): string | null {
  if (typeof header !== 'string') return null;
  return /^(?!as_)[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/i.test(header) ? header : null;
}
