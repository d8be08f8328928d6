/** The one source of chance of a run: the same seed gives the same numbers for ever. */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  int(least: number, most: number): number;
  chance(probability: number): boolean;
  /** @throws when there is nothing to pick from. */
  pick<Item>(items: readonly Item[]): Item;
  /** Mostly short, now and then long: exponential around a mean. */
  around(mean: number): number;
  hex(digits: number): string;
  /** Letters and digits of ids. */
  word(length: number): string;
}

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** sfc32 (Doty-Humphrey, PractRand), filled from the seed by SplitMix32. */
export function seededRandom(seed: number): Random {
  const fill = splitMix(seed);
  let [a, b, c, counter] = [fill(), fill(), fill(), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return (sum >>> 0) / 4294967296;
  };
  for (let round = 0; round < 12; round += 1) next();
  const int = (least: number, most: number): number =>
    least + Math.floor(next() * (most - least + 1));
  const letters = (length: number, base: number): string => {
    let text = '';
    while (text.length < length) text += alphabet.charAt(int(0, base - 1));
    return text;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[int(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    around: (mean) => -mean * Math.log(1 - next()),
    hex: (digits) => letters(digits, 16),
    word: (length) => letters(length, 36),
  };
}

function splitMix(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
}
