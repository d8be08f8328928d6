import { type Outcome, refused, success } from '../../../domain/shared/refusal.ts';

/** No request of ours is deeper than 2; the rest is room for members we ignore. */
const maxDepth = 32;
/** Nor has it ten of these. A body of a few hundred thousand would stop this thread for half a second. */
const maxCommas = 10_000;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bytes as text, without a byte order mark; null when they are not UTF-8 (RFC 8259 8.1). */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** Parses a JSON object. Refuses with `empty` or `bad_json`, never showing what was sent. */
export function parseJsonObject(bytes: Uint8Array): Outcome<object> {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('bad_json', 'expected a JSON object as the body');
  }
  return success(value);
}

/** Parses JSON of any kind. Refuses with `empty` or `bad_json`, never showing what was sent. */
export function parseJson(bytes: Uint8Array): Outcome<unknown> {
  const text = decodeUtf8(bytes);
  if (text === null) return refused('bad_json', 'the body is not valid UTF-8');
  if (text.trim() === '') return refused('empty', 'expected a JSON object, got an empty body');
  const excess = excessOf(text);
  if (excess !== null) return refused('bad_json', excess);
  const value = valueIn(text);
  return value === undefined ? refused('bad_json', 'the body is not valid JSON') : success(value);
}

function valueIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/**
 * Counts brackets and commas outside strings before anything is built from them: what is too much,
 * or null. Linear, no recursion.
 */
function excessOf(json: string): string | null {
  let depth = 0;
  let commas = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === 0x22) {
      at = endOfString(json, at + 1);
    } else if (unit === 0x7b || unit === 0x5b) {
      depth += 1;
      if (depth > maxDepth) return `the body is nested deeper than ${maxDepth} levels`;
    } else if (unit === 0x7d || unit === 0x5d) {
      depth -= 1;
    } else if (unit === 0x2c) {
      commas += 1;
      if (commas > maxCommas) return `the body has more than ${maxCommas} members`;
    }
  }
  return null;
}

/** Index of the closing quote of a string whose first character is at `from`. */
function endOfString(json: string, from: number): number {
  for (let quote = json.indexOf('"', from); quote !== -1; quote = json.indexOf('"', quote + 1)) {
    let backslashes = 0;
    while (quote - backslashes > from && json.charCodeAt(quote - backslashes - 1) === 0x5c) {
      backslashes += 1;
    }
    if (backslashes % 2 === 0) return quote;
  }
  return json.length;
}
