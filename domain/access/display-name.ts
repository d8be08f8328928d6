/** Long enough for a name, too short for a message to the person who reads it. */
const maxCodePoints = 80;

/**
 * A name that a stranger gave, fit to be shown to a person: without control and format characters, which
 * could turn the writing direction or hide a part; white space folded; cut. May come out empty.
 */
export function displayName(text: string): string {
  const plain = text
    .normalize('NFC')
    .replace(/[\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/\p{C}/gu, '')
    // More marks on one letter than any script needs cover the lines above and below.
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();
  return [...plain].slice(0, maxCodePoints).join('').trim();
}
