import { foreignTwins, latinTwins, phoneticTwins, smallCapitals } from './look-alike-pairs.ts';
import type { LetterScript } from './scripts.ts';

type ForeignScript = Exclude<LetterScript, 'latin'>;

const toLatin = tablesOf(latinTwins);
const fromLatin = tablesOf(foreignTwins);

/** Latin letters that only look ordinary, to the ordinary letter. */
export const fancyLatin: ReadonlyMap<string, string> = tableOf([
  ...smallCapitals,
  ...phoneticTwins,
]);
export const smallCapitalLetters: ReadonlyMap<string, string> = tableOf(smallCapitals);

/** The table that turns letters of one script into another's twins; empty when there is none. */
export function twinTable(from: LetterScript, to: LetterScript): ReadonlyMap<string, string> {
  if (to === 'latin' && from !== 'latin') return toLatin[from];
  if (from === 'latin' && to !== 'latin') return fromLatin[to];
  return noTwins;
}

const noTwins: ReadonlyMap<string, string> = new Map();

function tablesOf(
  pairs: Readonly<Record<ForeignScript, readonly string[]>>,
): Readonly<Record<ForeignScript, ReadonlyMap<string, string>>> {
  return {
    cyrillic: tableOf(pairs.cyrillic),
    greek: tableOf(pairs.greek),
    armenian: tableOf(pairs.armenian),
    cherokee: tableOf(pairs.cherokee),
  };
}

function tableOf(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [letter = '', twin = ''] = pair;
      return [letter, twin] as const;
    }),
  );
}
