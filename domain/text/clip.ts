/** At most so many UTF-16 units of a text, and a mark where something was cut; never half a character. */
export function clip(text: string, maxUnits: number, mark = '…'): string {
  if (text.length <= maxUnits) return text;
  const end = Math.max(0, maxUnits - mark.length);
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, splitsPair ? end - 1 : end) + mark;
}
