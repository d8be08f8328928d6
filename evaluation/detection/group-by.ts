/** The values by key, keys in order. */
export function groupBy<Value>(
  values: readonly Value[],
  key: (value: Value) => string,
): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const name = key(value);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return new Map([...groups].sort(([left], [right]) => (left < right ? -1 : 1)));
}
