import type { RuleName } from '../explain.ts';
import type { Token } from '../tokens.ts';
import { editAt, followsDirectly, type Rule, type RuleContext, type RuleEdit } from './rule.ts';

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Words after which, but for adjectives, only a noun can come. */
const nounMarkers = set(
  'ein eine einen einem einer eines kein keine keinen keinem keiner keines mein meine meinen meinem meiner meines dein deine deinen deinem unsere unserem diesem dieser diesen dieses jeder jedem jeden jedes im ins zum zur beim vom am ans aufs fürs durchs ums',
);
const articles = set('der die das den dem des');
const prepositions = set(
  'auf in an aus bei mit nach von zu unter über vor hinter neben zwischen für gegen ohne um durch seit',
);
/** Lower case although a noun is spelt the same. */
const noNouns = set(
  'paar bisschen wenig mal laut dank kraft trotz statt recht schuld leid heute morgen abend bank besten meisten sein weg fort fest los teil halb viel mehr ganz gut klein groß neu alt nahe weit acht drei elf eins zwei vier fünf sechs sieben zehn zwölf hundert tausend einen ersten letzten anderen andere anderer anderes selben gleichen rot grün blau weiß schwarz deutsch englisch französisch wenigsten wahr klar ernst wert egal modern dritten jungen alten neuen nächsten würde würden sei seien während zeit folgen folgenden weiteren übrigen wesentlichen ende kurzen langen',
);

/**
 * A noun in small letters whose spelling is also another word's ("auf das band", "ein preis"), so that the
 * dictionary alone does not object. Only after a word that calls for a noun and before the end of a clause or
 * a word that cannot be the noun itself.
 */
export const germanNoun: Rule = (context) =>
  context.tokens.flatMap((token, index) => {
    if (token.text !== token.lower || token.lower.length < 4 || noNouns.has(token.lower)) return [];
    if (!callsForNoun(context.tokens, index) || !isNounHere(context, index)) return [];
    return capital(context, token, 'de.capital');
  });

function callsForNoun(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1];
  const token = tokens[index];
  if (before === undefined || token === undefined || !followsDirectly(token)) return false;
  if (nounMarkers.has(before.lower)) return true;
  if (!articles.has(before.lower) || !followsDirectly(before)) return false;
  return prepositions.has(tokens[index - 2]?.lower ?? '');
}

function isNounHere({ text, tokens, knows, isNoun }: RuleContext, index: number): boolean {
  const token = tokens[index];
  if (token === undefined || isNoun?.(capitalised(token.text)) !== true) return false;
  // An adjective has all its endings: "gute, guter, gutes". A noun has not.
  const stem = token.lower.replace(/(?:e[nrsm]?)$/u, '');
  if (knows(`${stem}er`) && knows(`${stem}es`) && knows(`${stem}em`)) return false;
  const next = tokens[index + 1];
  if (next === undefined || /[,.;:!?)\n–]/u.test(next.gap))
    return !/-/u.test(text.charAt(token.end));
  // "eine gründe Familie" is no German; but a noun behind it may make this word an adjective.
  return followsDirectly(next) && next.text === next.lower && closers.has(next.lower);
}

/** Words that cannot belong to a noun group that is still open. */
const closers = set(
  'und oder ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können konnte muss müssen musste soll sollen sollte will wollen wollte zu in mit von auf für aus bei nach über unter vor durch gegen ohne der die das des dem den nicht als wie dass weil wenn aber auch nur noch schon sich er sie es ich wir ihr legen stellen setzen nehmen geben machen gehen kommen stehen liegen lassen bringen halten finden sehen treffen ergreifen voraus',
);

/** "etwas neues", "nichts gutes", "alles gute": an adjective that stands for a thing. */
export const germanNominalised: Rule = (context) =>
  context.tokens.flatMap((token, index) => {
    const before = context.tokens[index - 1];
    const next = context.tokens[index + 1];
    if (before === undefined || !followsDirectly(token) || token.text !== token.lower) return [];
    const ending = before.lower === 'alles' ? /e$/u : /es$/u;
    if (
      !/^(?:etwas|nichts|viel|wenig|allerlei|alles)$/u.test(before.lower) ||
      !ending.test(token.lower)
    )
      return [];
    if (next !== undefined && followsDirectly(next) && /^\p{Lu}/u.test(next.text)) return [];
    const stem = token.lower.replace(ending, '');
    if (stem.length < 3 || /^(?:ander|dies|jed|all|jen|ein|kein|mein|dein)$/u.test(stem)) return [];
    const isAdjective = ['er', 'es', 'em', 'en'].every((end) => context.knows(stem + end));
    return isAdjective ? capital(context, token, 'de.capital') : [];
  });

const fixed: Readonly<Record<string, RegExp>> = {
  im: /^(?:allgemeinen|übrigen|wesentlichen|einzelnen|grunde|besonderen|folgenden)$/u,
  des: /^(?:weiteren|öfteren)$/u,
};

/** "im allgemeinen", "des weiteren": fixed phrases whose adjective stands for a noun when none follows. */
export const germanFixedPhrase: Rule = (context) =>
  context.tokens.flatMap((token, index) => {
    const before = context.tokens[index - 1];
    const next = context.tokens[index + 1];
    if (before === undefined || !followsDirectly(token)) return [];
    if (fixed[before.lower]?.test(token.text) !== true) return [];
    if (next === undefined || !followsDirectly(next)) return capital(context, token, 'de.capital');
    // A noun, or a second adjective before it: "im folgenden kurzen Text".
    const groupGoesOn = /^\p{Lu}|en$/u.test(next.text);
    return groupGoesOn ? [] : capital(context, token, 'de.capital');
  });

/** "heute abend", "gestern nacht": the time of day is a noun after a day. */
export const germanDaytime: Rule = (context) =>
  context.tokens.flatMap((token, index) => {
    if (
      !/^(?:abend|mittag|nacht|nachmittag|vormittag)$/u.test(token.text) ||
      !followsDirectly(token)
    )
      return [];
    const before = context.tokens[index - 1]?.lower ?? '';
    return /^(?:heute|gestern|morgen|vorgestern|übermorgen)$/u.test(before)
      ? capital(context, token, 'de.capital')
      : [];
  });

/** "am 20 Mai": a day of the month is an ordinal and takes a full stop. */
export const germanOrdinal: Rule = ({ text }) => {
  const months =
    'Januar|Jänner|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember';
  const pattern = new RegExp(
    `(?<=\\b(?:[Aa]m|[Vv]om|[Dd]en|[Bb]is|[Dd]er|[Dd]em|[Ss]eit) )(\\d{1,2})(?= (?:${months})\\b)`,
    'gu',
  );
  return Array.from(text.matchAll(pattern), (match) =>
    editAt(text, {
      start: match.index,
      end: match.index + match[0].length,
      replacement: `${match[0]}.`,
      type: 'punctuation',
      rule: 'de.punctuation',
    }),
  );
};

function capital({ text }: RuleContext, token: Token, rule: RuleName): RuleEdit[] {
  return [
    editAt(text, {
      start: token.start,
      end: token.end,
      replacement: capitalised(token.text),
      type: 'spelling',
      rule,
    }),
  ];
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
