/**
 * Spellings in which British and American English differ, as endings: [British, American].
 * Both are right; a text is only held to the one it uses more.
 */
const endings = [
  ['our', 'or'],
  ['oured', 'ored'],
  ['ouring', 'oring'],
  ['ours', 'ors'],
  ['ourable', 'orable'],
  ['ourite', 'orite'],
  ['ourites', 'orites'],
  ['ourful', 'orful'],
  ['ourless', 'orless'],
  ['ourhood', 'orhood'],
  ['ourhoods', 'orhoods'],
  ['re', 'er'],
  ['res', 'ers'],
  ['red', 'ered'],
  ['ise', 'ize'],
  ['ises', 'izes'],
  ['ised', 'ized'],
  ['iser', 'izer'],
  ['isers', 'izers'],
  ['ising', 'izing'],
  ['isation', 'ization'],
  ['isations', 'izations'],
  ['isational', 'izational'],
  ['yse', 'yze'],
  ['yses', 'yzes'],
  ['ysed', 'yzed'],
  ['ysing', 'yzing'],
  ['lled', 'led'],
  ['lling', 'ling'],
  ['ller', 'ler'],
  ['llers', 'lers'],
  ['llor', 'lor'],
  ['llors', 'lors'],
  ['llery', 'lery'],
  ['ogue', 'og'],
  ['ogues', 'ogs'],
  ['ence', 'ense'],
  ['ences', 'enses'],
  ['ement', 'ment'],
  ['ements', 'ments'],
  ['fil', 'fill'],
  ['fils', 'fills'],
  ['filment', 'fillment'],
  ['olment', 'ollment'],
  ['olments', 'ollments'],
  ['ilful', 'illful'],
  ['ammes', 'ams'],
  ['amme', 'am'],
  ['exion', 'ection'],
  ['oey', 'ooey'],
] as const;

/** Letters inside a word: [British, American]. */
const inner = [
  ['our', 'or'],
  ['aem', 'em'],
  ['aes', 'es'],
  ['aed', 'ed'],
  ['aeo', 'eo'],
  ['oes', 'es'],
  ['oed', 'ed'],
  ['oeu', 'eu'],
  ['mould', 'mold'],
  ['grey', 'gray'],
  ['plough', 'plow'],
  ['sceptic', 'skeptic'],
  ['cheque', 'check'],
  ['tyre', 'tire'],
  ['aluminium', 'aluminum'],
  ['moustache', 'mustache'],
  ['jewell', 'jewel'],
  ['pyjama', 'pajama'],
  ['cosy', 'cozy'],
  ['draught', 'draft'],
  ['kerb', 'curb'],
  ['storey', 'story'],
  ['artefact', 'artifact'],
  ['ageing', 'aging'],
  ['disc', 'disk'],
  ['wilful', 'willful'],
  ['licence', 'license'],
  ['programme', 'program'],
] as const;

/** Words that only a British (or Commonwealth) spelling has, and their American forms. */
const britishWords: ReadonlySet<string> = new Set(
  'colour colours favour favourite favourites labour neighbour neighbours neighbourhood honour behaviour behaviours harbour humour centre centres theatre theatres metre metres litre litres kilometre kilometres realise realised organise organised organisation organisations recognise recognised analyse analysed travelled travelling cancelled programme programmes defence licence grey tyre tyres cheque catalogue dialogue jewellery fulfil enrolment whilst towards learnt'.split(
    ' ',
  ),
);
const americanWords: ReadonlySet<string> = new Set(
  'color colors favor favorite favorites labor neighbor neighbors neighborhood honor behavior behaviors harbor humor center centers theater theaters meter meters liter liters kilometer kilometers realize realized organize organized organization organizations recognize recognized analyze analyzed traveled traveling canceled defense gray tire tires catalog jewelry fulfill enrollment toward learned'.split(
    ' ',
  ),
);

/** True when a text, given as counts of its lower-case words, writes British more often than American. */
export function isBritish(counts: ReadonlyMap<string, number>): boolean {
  let balance = 0;
  for (const word of britishWords) balance += counts.get(word) ?? 0;
  for (const word of americanWords) balance -= counts.get(word) ?? 0;
  return balance > 0;
}

/** What an American dictionary would call a word written the British way; empty when no pattern fits. */
export function americanForms(word: string): string[] {
  const forms = new Set<string>();
  for (const [british, american] of endings) {
    if (word.endsWith(british)) forms.add(word.slice(0, -british.length) + american);
  }
  for (const [british, american] of inner) {
    const at = word.indexOf(british);
    if (at >= 0) forms.add(word.slice(0, at) + american + word.slice(at + british.length));
  }
  forms.delete(word);
  return [...forms];
}
