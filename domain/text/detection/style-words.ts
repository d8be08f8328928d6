import type { UiLanguage } from '../ui-language.ts';

const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
type WordLists = Readonly<Record<UiLanguage, ReadonlySet<string>>>;

/** Frozen with the weights: a change here needs a new training. */
export const firstPersonWords: WordLists = {
  en: list("i i'm i've i'd i'll me my mine myself we we're we've us our ours ourselves"),
  de: list(
    'ich mich mir mein meine meinem meinen meiner meines wir uns unser unsere unserem unseren',
  ),
  fr: list("je j'ai me moi mon ma mes mien mienne nous notre nos"),
  es: list('yo me mí mi mis mío mía nosotros nosotras nos nuestro nuestra nuestros nuestras'),
  pt: list('eu me mim meu minha meus minhas nós nos nosso nossa nossos nossas'),
  it: list('io mi me mio mia miei mie noi ci nostro nostra nostri nostre'),
};

export const linkingWords: WordLists = {
  en: list(`however moreover furthermore additionally therefore thus consequently nevertheless nonetheless
    overall ultimately hence meanwhile conversely similarly likewise finally firstly secondly notably
    importantly specifically accordingly indeed instead rather`),
  de: list(`jedoch zudem außerdem darüber daher somit folglich dennoch trotzdem insgesamt letztlich schließlich
    darum deshalb deswegen hingegen ebenso zunächst zugleich insbesondere allerdings vielmehr ferner`),
  fr: list(`cependant toutefois néanmoins ainsi donc outre également enfin ensuite notamment finalement
    pourtant d'abord effectivement globalement inversement puis parallèlement alors`),
  es: list(`embargo además asimismo también finalmente entonces primero segundo luego igualmente
    consecuencia conclusión definitiva especialmente cambio tanto general incluso`),
  pt: list(`entretanto contudo todavia além portanto assim também finalmente primeiro segundo igualmente
    conclusão logo consequentemente porém especialmente geral inclusive ademais`),
  it: list(`tuttavia inoltre pertanto quindi infatti infine anche perciò comunque innanzitutto dunque
    soprattutto invece piuttosto ugualmente conclusione particolare complessivamente`),
};

/** Words that close a series: "a, b and c". */
export const seriesWords: WordLists = {
  en: list('and or'),
  de: list('und oder sowie'),
  fr: list('et ou'),
  es: list('y e o u'),
  pt: list('e ou'),
  it: list('e ed o'),
};
