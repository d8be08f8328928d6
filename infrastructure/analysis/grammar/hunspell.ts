import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import hunspell, { type HunspellFactory } from 'hunspell-asm';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';
import type { UiLanguage } from '../../../domain/text/ui-language.ts';

/** Words looked up are kept: the same few thousand make up nine tenths of every text. */
const mostRemembered = 200_000;

const dictionaries = new Map<UiLanguage, Promise<Knows>>();
let factory: Promise<HunspellFactory> | undefined;

/**
 * The dictionary of a language, loaded on first use and kept for the life of the process.
 * The dictionaries are packages of their own, found and read at run time: each can be replaced or left out.
 */
export function dictionary(language: UiLanguage): Promise<Knows> {
  const loaded = dictionaries.get(language) ?? load(language);
  dictionaries.set(language, loaded);
  return loaded;
}

async function load(language: UiLanguage): Promise<Knows> {
  factory ??= hunspell.loadModule();
  const folder = import.meta.resolve(`dictionary-${language}`);
  const [engine, affixes, words] = await Promise.all([
    factory,
    readFile(fileURLToPath(new URL('index.aff', folder))),
    readFile(fileURLToPath(new URL('index.dic', folder))),
  ]);
  const speller = engine.create(engine.mountBuffer(affixes), engine.mountBuffer(words));
  return remembering((word) => speller.spell(word));
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
