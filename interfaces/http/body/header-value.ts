/** A header value with parameters: `multipart/form-data; boundary=x`, `form-data; name="file"`. */
export interface HeaderValue {
  /** Lower case. */
  readonly value: string;
  /** Names in lower case. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const parameter = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${token})[ \\t]*=[ \\t]*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]*)))?`,
  'y',
);

/** Parses a value by RFC 9110 5.6.6; null when it is malformed or names a parameter twice. */
export function parseHeaderValue(header: string): HeaderValue | null {
  const value = /^[ \t]*([^\s;]+)/.exec(header);
  if (value?.[1] === undefined) return null;
  const parameters = new Map<string, string>();
  let at = value[0].length;
  while (at < header.length) {
    parameter.lastIndex = at;
    const found = parameter.exec(header);
    if (found === null) break;
    at = parameter.lastIndex;
    const name = found[1]?.toLowerCase();
    if (name === undefined) continue;
    if (parameters.has(name)) return null;
    parameters.set(name, found[2] === undefined ? (found[3] ?? '') : unescaped(found[2]));
  }
  if (header.slice(at).trim() !== '') return null;
  return { value: value[1].toLowerCase(), parameters };
}

/** Only quotes and backslashes are escaped in practice; `C:\dir` of old browsers stays as it is. */
function unescaped(quoted: string): string {
  return quoted.replace(/\\(["\\])/g, '$1');
}
