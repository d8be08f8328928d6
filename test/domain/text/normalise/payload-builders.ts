/** ASCII in tag characters. */
export function asTags(text: string): string {
  return Array.from(text, (letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join(
    '',
  );
}

/** Bytes in variation selectors. */
export function asSelectors(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) =>
    String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16),
  ).join('');
}

/** ASCII as bits of a fixed width in two characters. */
export function asBits(
  text: string,
  code: { readonly zero: string; readonly one: string; readonly width: number },
): string {
  return Array.from(text, (letter) => letter.charCodeAt(0).toString(2).padStart(code.width, '0'))
    .join('')
    .replaceAll('1', code.one)
    .replaceAll('0', code.zero);
}

/** The text wrapper of C2PA 2.3 A.7 around a store. */
export function c2paText(store: string): string {
  const body = new TextEncoder().encode(store);
  const length = [body.length >>> 24, body.length >>> 16, body.length >>> 8, body.length];
  const header = [
    ...new TextEncoder().encode('C2PATXT\0'),
    1,
    ...length.map((byte) => byte & 0xff),
  ];
  return `\uFEFF${asSelectors([...header, ...body])}`;
}
