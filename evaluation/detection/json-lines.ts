export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member as text; empty when it is absent or of another type. */
export function textOf(record: Readonly<Record<string, unknown>>, member: string): string {
  const value = record[member];
  return typeof value === 'string' ? value : '';
}
