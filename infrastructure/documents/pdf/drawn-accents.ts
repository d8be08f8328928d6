/**
 * Old TeX fonts have no accented letters: the page draws an accent and a letter over each other, and
 * the text holds `´ı` where the reader sees í. Puts the two together wherever Unicode has the letter.
 */
export function composeDrawnAccents(text: string): string {
  const composed = text
    .replace(/([\u00a8\u00af\u00b4\u02c6\u02c7\u02d8\u02da\u02dc\u02dd]) ?(\p{L})/gu, joined)
    .replace(/([cCsStT])\u00b8/g, (_, letter: string) => `${letter}\u0327`.normalize('NFC'))
    .replace(/\u00b8([cCsStT])/g, (_, letter: string) => `${letter}\u0327`.normalize('NFC'));
  // The grave accent is also a character of its own, so it needs company: `citt`a` again and again.
  const graves = composed.match(/\p{Ll}`[aeiou]/gu)?.length ?? 0;
  return graves < 3 && composed === text
    ? text
    : composed.replace(/(`)([aeiouAEIOU\u0131])/g, joined);
}

const combining: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ['\u00b4', '\u0301'],
  ['\u02c6', '\u0302'],
  ['\u02dc', '\u0303'],
  ['\u00af', '\u0304'],
  ['\u02d8', '\u0306'],
  ['\u00a8', '\u0308'],
  ['\u02da', '\u030a'],
  ['\u02dd', '\u030b'],
  ['\u02c7', '\u030c'],
]);

function joined(drawn: string, accent: string, letter: string): string {
  const base = letter === '\u0131' ? 'i' : letter === '\u0237' ? 'j' : letter;
  const whole = `${base}${combining.get(accent) ?? ''}`.normalize('NFC');
  return whole.length === 1 && whole !== base ? whole : drawn;
}
