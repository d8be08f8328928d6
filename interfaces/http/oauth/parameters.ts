/** The parameters of a query or a form. One without a value counts as not sent (RFC 6749 3.1). */
export interface Parameters {
  /** The value, or null when it was not sent. */
  one(name: string): string | null;
  all(name: string): readonly string[];
  /** Names that came more than once and must not (RFC 6749 3.1); RFC 8707 2 lets only `resource` do so. */
  readonly repeated: readonly string[];
}

/** Reads `application/x-www-form-urlencoded`. */
export function readParameters(text: string): Parameters {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const others = values.get(name);
    if (others === undefined) values.set(name, [value]);
    else others.push(value);
  }
  const all = (name: string): readonly string[] =>
    (values.get(name) ?? []).filter((value) => value !== '');
  return {
    one: (name) => all(name)[0] ?? null,
    all,
    repeated: [...values]
      .filter(([name, given]) => name !== 'resource' && given.length > 1)
      .map(([name]) => name),
  };
}
