import { alphabets, confusions, keyboardNeighbours } from './letters.ts';

/** A dictionary, however it is kept. */
export type Knows = (word: string) => boolean;

export interface NearWord {
  readonly word: string;
  /** How unlikely the slip is that leads from here to the word written: 0 is a missing accent. */
  readonly cost: number;
}

/** Longer words cost more candidates than a slip in them is worth. */
const longestWord = 40;
const vowels = /[aeiouyáàâãäåéèêëíìîïóòôõöúùûü]/u;

/**
 * Known words one slip away (Damerau 1964: a letter missing, added, changed, or two exchanged; besides
 * accents, capitals and the language's own confusions of letter groups), the likeliest slip first.
 * About 80 letters tried per place, each a dictionary look-up; nothing depends on time or chance.
 */
export function nearWords(
  word: string,
  { knows, language }: { readonly knows: Knows; readonly language: string },
): NearWord[] {
  if (word.length > longestWord) return [];
  const costs = new Map<string, number>();
  for (const [candidate, cost] of candidates(word, language)) {
    const known = costs.get(candidate);
    if (known === undefined || cost < known) costs.set(candidate, cost);
  }
  costs.delete(word);
  return [...costs]
    .filter(([candidate]) => knows(candidate))
    .map(([candidate, cost]) => ({ word: candidate, cost }))
    .sort((a, b) => a.cost - b.cost || (a.word < b.word ? -1 : 1));
}

type Candidate = readonly [word: string, cost: number];

function* candidates(word: string, language: string): Generator<Candidate> {
  const alphabet = alphabets[language] ?? 'abcdefghijklmnopqrstuvwxyz';
  yield [word.charAt(0).toUpperCase() + word.slice(1), language === 'de' ? 0.2 : 1.8];
  yield* accented(word, alphabet);
  yield* confused(word, confusions[language] ?? []);
  yield* exchanged(word);
  yield* shortened(word);
  yield* changed(word, alphabet);
}

/** Other accents on up to two letters. */
function* accented(word: string, alphabet: string): Generator<Candidate> {
  for (let at = 0; at < word.length; at += 1) {
    for (const once of accentsAt(word, { at, alphabet })) {
      yield [once, 0];
      for (let next = at + 1; next < word.length; next += 1) {
        for (const twice of accentsAt(once, { at: next, alphabet })) yield [twice, 0.3];
      }
    }
  }
}

interface Place {
  readonly at: number;
  readonly alphabet: string;
}

function accentsAt(word: string, { at, alphabet }: Place): string[] {
  const letter = word.charAt(at);
  const base = fold(letter);
  return [...alphabet]
    .filter((other) => other !== letter && fold(other) === base)
    .map((other) => replaceAt(word, { at, length: 1, by: other }));
}

function* confused(
  word: string,
  groups: readonly (readonly [string, string])[],
): Generator<Candidate> {
  for (const [a, b] of groups) {
    yield* swapped(word, { from: a, to: b });
    yield* swapped(word, { from: b, to: a });
  }
}

function* swapped(
  word: string,
  { from, to }: { readonly from: string; readonly to: string },
): Generator<Candidate> {
  if (from === '') return;
  for (let at = word.indexOf(from); at >= 0; at = word.indexOf(from, at + 1)) {
    yield [replaceAt(word, { at, length: from.length, by: to }), 0.8];
  }
}

function* exchanged(word: string): Generator<Candidate> {
  for (let at = 0; at + 1 < word.length; at += 1) {
    const by = word.charAt(at + 1) + word.charAt(at);
    yield [replaceAt(word, { at, length: 2, by }), at === 0 ? 1.6 : 1];
  }
}

function* shortened(word: string): Generator<Candidate> {
  for (let at = 0; at < word.length; at += 1) {
    const doubled = word.charAt(at) === word.charAt(at + 1);
    yield [replaceAt(word, { at, length: 1, by: '' }), doubled ? 0.9 : 1.4 + edge(word, at)];
  }
}

function* changed(word: string, alphabet: string): Generator<Candidate> {
  for (let at = 0; at <= word.length; at += 1) {
    const letter = word.charAt(at);
    for (const other of alphabet) {
      const doubles = other === letter || other === word.charAt(at - 1);
      const added = replaceAt(word, { at, length: 0, by: other });
      yield [added, doubles ? 0.9 : 1.3 + edge(word, at)];
      if (at === word.length || other === letter) continue;
      const changedWord = replaceAt(word, { at, length: 1, by: other });
      yield [changedWord, changeCost(letter, other) + edge(word, at)];
    }
  }
}

function changeCost(letter: string, other: string): number {
  if (vowels.test(letter) && vowels.test(other)) return 1.2;
  return (keyboardNeighbours[letter] ?? '').includes(other) ? 1.4 : 1.8;
}

/** People rarely get the first letter wrong, and another last letter is often another form of the word. */
function edge(word: string, at: number): number {
  if (at === 0) return 0.8;
  return at >= word.length - 1 ? 0.3 : 0;
}

interface Replacement {
  readonly at: number;
  readonly length: number;
  readonly by: string;
}

function replaceAt(word: string, { at, length, by }: Replacement): string {
  return word.slice(0, at) + by + word.slice(at + length);
}

/** The letter without its accent. */
function fold(letter: string): string {
  return letter.normalize('NFD').charAt(0);
}
