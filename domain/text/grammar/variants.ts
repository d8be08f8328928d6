import { americanForms } from './english-variants.ts';

/**
 * Other spellings of a word that are right too, as a dictionary of one variety would list them: a word is
 * accepted when any of them is known. Neighbouring standards are both right; a text chooses.
 */
export function otherSpellings(
  word: string,
  { language, swiss }: { readonly language: string; readonly swiss: boolean },
): string[] {
  if (language === 'en') return americanForms(word);
  if (language === 'pt') return portuguese(word);
  if (language === 'fr') return french(word);
  if (language === 'de' && swiss && word.includes('ss')) return [word.replace('ss', 'ß')];
  return [];
}

/** European and Brazilian: "económico" and "econômico", "facto" and "fato", "receção" and "recepção". */
function portuguese(word: string): string[] {
  return [
    word.replace(/[éó](?=[mn])/u, (vowel) => (vowel === 'é' ? 'ê' : 'ô')),
    word.replace(/[êô](?=[mn])/u, (vowel) => (vowel === 'ê' ? 'é' : 'ó')),
    word.replace(/[cp](?=[tç])/u, ''),
    word.replace(/(?<=[aeiou])(?=ç)/u, 'p'),
    word.replace(/(?<=[aeiou])(?=t)/u, 'p'),
    word.replace(/(?<=[aeiou])(?=t)/u, 'c'),
  ].filter((other) => other !== word);
}

/** The reform of 1990 drops the circumflex on i and u and writes "è" where it is heard. */
function french(word: string): string[] {
  const others = [
    word.replace(/évènement/u, 'événement'),
    word.replace(/è(?=\p{L}+(?:ai|er|ons))/u, 'é'),
  ];
  for (const [plain, marked] of [
    ['i', 'î'],
    ['u', 'û'],
  ] as const) {
    for (let at = word.indexOf(plain); at >= 0; at = word.indexOf(plain, at + 1)) {
      others.push(word.slice(0, at) + marked + word.slice(at + 1));
    }
  }
  return others.filter((other) => other !== word);
}

const swissSigns: ReadonlySet<string> = new Set(
  'grosse grossen grosser gross strasse strassen heisst schliesslich ausserdem gemäss massnahmen massnahme weiss füsse draussen ausser grösste grösser regelmässig fussball schliessen liess stösst gruss grüsse'.split(
    ' ',
  ),
);

/** True for German without any ß that writes ss where Germany and Austria write ß. */
export function isSwiss(counts: ReadonlyMap<string, number>): boolean {
  let signs = 0;
  for (const word of counts.keys()) {
    if (word.includes('ß')) return false;
    if (swissSigns.has(word)) signs += 1;
  }
  return signs >= 2;
}
