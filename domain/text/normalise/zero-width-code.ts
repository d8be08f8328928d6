import { shortened, utf8 } from './hidden-bytes.ts';

const maxSymbols = 4;
/** Enough to recognise a message; a longer one is described by its beginning. */
const maxDecodedSymbols = 8000;

/**
 * Reads a run of 2 to 4 different zero-width characters as a code: fixed 8- or 7-bit characters
 * in both polarities, base-4 digits, or binary numbers between separators.
 * @returns the message when at least 90 % of it is printable, else null.
 */
export function decodeZeroWidth(run: string): string | null {
  const symbols = [...run].slice(0, maxDecodedSymbols);
  const alphabet = [...new Set(symbols)].sort();
  if (alphabet.length < 2 || alphabet.length > maxSymbols) return null;
  const candidates = [
    ...(alphabet.length === 2 ? binaryReadings(symbols, alphabet) : []),
    ...(alphabet.length === 4 ? base4Readings(symbols, alphabet) : []),
    ...(alphabet.length >= 3 ? separatedReadings(symbols, alphabet) : []),
  ];
  return mostReadable(candidates);
}

type Symbols = readonly string[];

function binaryReadings(symbols: Symbols, alphabet: Symbols): string[] {
  return [alphabet, alphabet.toReversed()].flatMap((digits) => {
    const bits = symbols.map((symbol) => String(digits.indexOf(symbol))).join('');
    return [bytesFrom(bits, 8), bytesFrom(bits, 7)];
  });
}

function base4Readings(symbols: Symbols, alphabet: Symbols): string[] {
  return [alphabet, alphabet.toReversed()].map((digits) => {
    const pair = (symbol: string): string => digits.indexOf(symbol).toString(2).padStart(2, '0');
    return bytesFrom(symbols.map(pair).join(''), 8);
  });
}

/** One symbol separates (or frames) binary numbers written with the two others. */
function separatedReadings(symbols: Symbols, alphabet: Symbols): string[] {
  return alphabet.flatMap((separator) => {
    const digits = alphabet.filter((symbol) => symbol !== separator);
    if (digits.length !== 2) return [];
    const groups = symbols
      .join('')
      .split(separator)
      .filter((group) => group !== '');
    return [digits, digits.toReversed()].flatMap(([, one]) => {
      const bits = groups.map((group) =>
        [...group].map((symbol) => (symbol === one ? '1' : '0')).join(''),
      );
      return [
        bits.map(codePointFrom).join(''),
        bytesFrom(bits.join(''), 8),
        bytesFrom(bits.join(''), 7),
      ];
    });
  });
}

/** Whole groups of `width` bits as bytes, read as UTF-8 where valid, else as Latin-1. */
function bytesFrom(bits: string, width: number): string {
  if (bits.length % width !== 0) return '';
  const bytes = Uint8Array.from({ length: bits.length / width }, (_, index) =>
    Number.parseInt(bits.slice(index * width, (index + 1) * width), 2),
  );
  return utf8(bytes) ?? String.fromCharCode(...bytes);
}

function codePointFrom(bits: string): string {
  const value = bits.length <= 21 ? Number.parseInt(bits, 2) : 0;
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : '\0';
}

function mostReadable(candidates: readonly string[]): string | null {
  const readable = candidates
    .filter((candidate) => share(candidate, /[\p{L}\p{N}\p{P}\p{S} \n\t]/gu) >= 0.9)
    .toSorted((a, b) => share(b, /[\p{L}\p{N} ]/gu) - share(a, /[\p{L}\p{N} ]/gu));
  const best = readable[0];
  return best === undefined ? null : shortened(best);
}

function share(text: string, pattern: RegExp): number {
  const length = [...text].length;
  return length === 0 ? 0 : (text.match(pattern)?.length ?? 0) / length;
}
