import { aigcMark, type Declaration, manifestMark, sourceTypeMark } from './declarations.ts';

/**
 * Provenance in an XMP packet, found by local names (the prefixes are the writer's choice): IPTC
 * DigitalSourceType and the AIGC label, as an attribute or as an element.
 */
export function xmpDeclarations(xmp: string): Declaration[] {
  const sourceType = propertyValue(xmp, 'DigitalSourceType');
  const aigc = propertyValue(xmp, 'AIGC');
  const hasManifest = /c2pa:|\bcontentauth|dcterms:provenance/i.test(xmp);
  return [
    sourceType === null ? null : sourceTypeMark(sourceType, 'xmp'),
    aigc === null ? null : aigcMark(aigc, 'xmp'),
    hasManifest
      ? manifestMark('xmp', 'The metadata point to a C2PA manifest; it was not verified.')
      : null,
  ].filter((declaration) => declaration !== null);
}

/** JUMBF boxes carry the label "c2pa" close to their type "jumb" (C2PA 2.x, 11.1). */
export function hasC2paManifest(bytes: Uint8Array): boolean {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = view.indexOf('jumb', 0, 'latin1');
  while (at !== -1) {
    if (view.subarray(at, at + 200).includes('c2pa')) return true;
    at = view.indexOf('jumb', at + 4, 'latin1');
  }
  return false;
}

function propertyValue(xmp: string, name: string): string | null {
  const found = new RegExp(`[:<\\s]${name}(?:\\s*=\\s*["']|[^>]{0,200}>)`, 'i').exec(xmp);
  if (found === null) return null;
  const start = found.index + found[0].length;
  const value = xmp.slice(start, start + 4_000);
  const end = value.search(found[0].endsWith('>') ? /</ : /["']/);
  const text = (end === -1 ? value : value.slice(0, end)).replaceAll('&quot;', '"').trim();
  return text === '' ? null : text;
}
