import type { Span } from '../span.ts';

/**
 * The text as the detector reads it: words and punctuation marks in order, each as a hash of its
 * canonical form. Case, digits, spacing, quote and dash styles are levelled, because they follow the
 * editor or the collection a text came from more than the writer.
 */
export interface Tokens {
  readonly count: number;
  /** UTF-16 offsets of each token, end exclusive. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Canonical form of each token. */
  readonly forms: readonly string[];
  readonly hashes: Int32Array;
  /** 1 for a word, 0 for a punctuation mark. */
  readonly isWord: Uint8Array;
}

/** @param words the UAX 29 words of `text`, in order and without overlap */
export function tokens(text: string, words: readonly Span[]): Tokens {
  const list: Token[] = [];
  let end = 0;
  for (const word of words) {
    addMarks(text, { start: end, end: word.start }, list);
    list.push({ start: word.start, end: word.end, form: canonicalWord(text, word), isWord: true });
    end = word.end;
  }
  addMarks(text, { start: end, end: text.length }, list);
  return pack(list);
}

/** 32-bit FNV-1a over UTF-16 code units. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

interface Token extends Span {
  readonly form: string;
  readonly isWord: boolean;
}

/** Longer words are cut: nobody writes them, and an unbroken run of letters must not cost quadratic work. */
const longestWord = 40;

function canonicalWord(text: string, word: Span): string {
  const raw = text.slice(word.start, Math.min(word.end, word.start + longestWord)).toLowerCase();
  return raw.replace(/[’ʼ]/g, "'").replace(/\p{N}+(?:[.,]\p{N}+)*/gu, '0');
}

/** Marks of formatting languages say which editor was used, not who wrote. */
const formatting = '*#_`|~<>\\^=+';
const canonicalMarks = new Map<string, string>([
  ...pairs('“”„«»″‹›', '"'),
  ...pairs('‘’‚‛´′', "'"),
  ...pairs('—–―‒‐‑-−', '-'),
  ...pairs('•·▪◦‣●', ''),
  ['…', '...'],
]);

function pairs(characters: string, form: string): [string, string][] {
  return [...characters].map((character) => [character, form]);
}

/** A run of the same mark is one token: `--` is a dash and `....` an ellipsis. */
function addMarks(text: string, gap: Span, list: Token[]): void {
  let previous = '';
  for (let index = gap.start; index < gap.end; index++) {
    const character = text.charAt(index);
    if (character <= ' ' || formatting.includes(character) || /\s/.test(character)) {
      previous = '';
      continue;
    }
    const form = canonicalMarks.get(character) ?? character;
    if (form === '' || form === previous) continue;
    list.push({ start: index, end: index + 1, form, isWord: false });
    previous = form;
  }
}

function pack(list: readonly Token[]): Tokens {
  const packed = {
    count: list.length,
    starts: new Uint32Array(list.length),
    ends: new Uint32Array(list.length),
    forms: list.map((token) => token.form),
    hashes: new Int32Array(list.length),
    isWord: new Uint8Array(list.length),
  };
  list.forEach((token, index) => {
    packed.starts[index] = token.start;
    packed.ends[index] = token.end;
    packed.hashes[index] = hashText(token.form);
    packed.isWord[index] = token.isWord ? 1 : 0;
  });
  return packed;
}
