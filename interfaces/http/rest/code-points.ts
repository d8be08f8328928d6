/** Whether a string has more Unicode code points than a limit; a lone surrogate counts as one. */
export function hasMoreCodePoints(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  if (text.length > 2 * limit) return true;
  let count = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    if (!isHighSurrogate(text.charCodeAt(at)) || !isLowSurrogate(text.charCodeAt(at + 1))) continue;
    count -= 1;
    at += 1;
  }
  return count > limit;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
