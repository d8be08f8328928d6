import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import hunspell, { type HunspellFactory } from 'hunspell-asm';
import type { Lexicon } from '../../../domain/text/grammar/check-text.ts';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';
import type { UiLanguage } from '../../../domain/text/ui-language.ts';

/** Words looked up are kept: the same few thousand make up nine tenths of every text. */
const mostRemembered = 200_000;

const dictionaries = new Map<UiLanguage, Promise<Lexicon>>();
let factory: Promise<HunspellFactory> | undefined;

/**
 * The dictionary of a language, loaded on first use and kept for the life of the process.
 * The dictionaries are packages of their own, found and read at run time: each can be replaced or left out.
 */
export function dictionary(language: UiLanguage): Promise<Lexicon> {
  const loaded = dictionaries.get(language) ?? load(language);
  dictionaries.set(language, loaded);
  return loaded;
}

async function load(language: UiLanguage): Promise<Lexicon> {
  factory ??= loadHunspell();
  const folder = import.meta.resolve(`dictionary-${language}`);
  const [engine, affixes, words] = await Promise.all([
    factory,
    readFile(fileURLToPath(new URL('index.aff', folder))),
    readFile(fileURLToPath(new URL('index.dic', folder))),
  ]);
  const mounted = [engine.mountBuffer(affixes), engine.mountBuffer(words)] as const;
  const speller = engine.create(...mounted);
  // The dictionary is in memory now; the mounted copies of its files need not be.
  for (const file of mounted) engine.unmount(file);
  const knows = remembering((word) => speller.spell(word));
  return language === 'de' ? { knows, isNoun: nounsIn(words.toString('utf8')) } : { knows };
}

/** Loading adds a listener that prints its own 1 MB of source on any crash of the process. */
async function loadHunspell(): Promise<HunspellFactory> {
  const before = new Set(process.listeners('uncaughtException'));
  const loaded = await hunspell.loadModule();
  for (const listener of process.listeners('uncaughtException')) {
    if (!before.has(listener)) process.off('uncaughtException', listener);
  }
  return loaded;
}

/** German nouns are the entries with a capital; their endings are few enough to take off. */
function nounsIn(entries: string): Knows {
  const nouns = new Set(entries.match(/^[A-ZÄÖÜ][a-zäöüß]+(?=\/|$)/gmu));
  return (word) =>
    nouns.has(word) ||
    ['n', 'en', 's', 'es', 'e'].some(
      (ending) => word.endsWith(ending) && nouns.has(word.slice(0, -ending.length)),
    );
}

function remembering(knows: Knows): Knows {
  const remembered = new Map<string, boolean>();
  return (word) => {
    const known = remembered.get(word);
    if (known !== undefined) return known;
    if (remembered.size >= mostRemembered) remembered.clear();
    const answer = knows(word);
    remembered.set(word, answer);
    return answer;
  };
}
