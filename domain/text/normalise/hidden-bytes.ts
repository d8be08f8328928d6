/** What hidden bytes say: UTF-8 if they are valid UTF-8, else hex. At most 500 characters. */
export function describeBytes(bytes: Uint8Array): string {
  const text = utf8(bytes);
  if (text !== null && printableShare(text) >= 0.9) return shortened(text);
  const hex = Array.from(bytes.subarray(0, 160), (byte) => byte.toString(16).padStart(2, '0'));
  return shortened(`0x${hex.join('')}${bytes.length > 160 ? '…' : ''}`);
}

export function utf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Share of characters that a reader could see, 0 to 1; 0 for the empty string. */
function printableShare(text: string): number {
  let printable = 0;
  let all = 0;
  for (const character of text) {
    all += 1;
    if (/[\p{L}\p{M}\p{N}\p{P}\p{S} \t\n\r]/u.test(character)) printable += 1;
  }
  return all === 0 ? 0 : printable / all;
}

export function shortened(text: string, limit = 500): string {
  if (text.length <= limit) return text;
  return `${[...text.slice(0, limit)].slice(0, -1).join('')}…`;
}
