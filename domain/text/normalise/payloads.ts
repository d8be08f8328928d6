import { readC2paText } from './c2pa-text.ts';
import type { Draft, Replacement } from './draft.ts';
import { describeBytes, shortened } from './hidden-bytes.ts';
import { codePointCount, replaceEach } from './lines-and-controls.ts';
import type { MarkLog } from './mark-log.ts';
import { characterBefore, ideograph } from './scripts.ts';
import { decodeZeroWidth } from './zero-width-code.ts';

/**
 * Byte payloads in variation selectors: FE00–FE0F carry 0–15, E0100–E01EF carry 16–255. Signed
 * C2PA manifests use the same characters, so they are told apart first: calling signed honest
 * text an evasion would be the worst error of this library.
 */
export function selectorPayloads(draft: Draft, log: MarkLog): Replacement[] {
  return replaceEach(draft.text, /\uFEFF?[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]+/gu, (run, index) => {
    const selectors = run.replace('\uFEFF', '');
    const manifest = readC2paText(selectorBytes(selectors));
    if (manifest !== null) {
      log.sawManifest({ manifest, draft, span: { start: index, end: index + run.length } });
      return '';
    }
    return withoutPayload({ draft, log, run, index });
  });
}

interface RunAt {
  readonly draft: Draft;
  readonly log: MarkLog;
  readonly run: string;
  readonly index: number;
}

function withoutPayload({ draft, log, run, index }: RunAt): string {
  const base = run.startsWith('\uFEFF') ? '' : characterBefore(draft.text, index);
  const kept = presentationSelector(base, run);
  const payload = run.slice(kept.length);
  const lead = payload.startsWith('\uFEFF') ? '\uFEFF' : '';
  const selectors = payload.slice(lead.length);
  if (!isPayload(selectors, base)) return run;
  const start = index + kept.length + lead.length;
  log.saw({
    kind: 'stego.variation_selectors',
    draft,
    span: { start, end: index + run.length },
    count: codePointCount(selectors),
    decoded: describeBytes(selectorBytes(selectors)),
  });
  return kept + lead;
}

/** An emoji's own VS15/VS16 is not part of the bytes that follow it. */
function presentationSelector(base: string, run: string): string {
  return /^\p{Emoji}$/u.test(base) && /^[\uFE0E\uFE0F]/.test(run) ? run.slice(0, 1) : '';
}

/**
 * Doubled or orphaned VS15/VS16 are left by sloppy software that strips emoji; they carry nothing.
 * A single E0100–E01EF after an ideograph is an ideographic variation sequence (UTS 37).
 */
function isPayload(selectors: string, base: string): boolean {
  if (/^(?:\uFE0E|\uFE0F)*$/.test(selectors)) return false;
  const isSingle = selectors.length <= 2 && codePointCount(selectors) === 1;
  if (!isSingle) return true;
  return /^[\u{E0100}-\u{E01EF}]/u.test(selectors) && !ideograph.test(base);
}

function selectorBytes(selectors: string): Uint8Array {
  return Uint8Array.from([...selectors], (selector) => {
    const codePoint = selector.codePointAt(0) ?? 0;
    return codePoint >= 0xe0100 ? codePoint - 0xe0100 + 16 : codePoint - 0xfe00;
  });
}

/** Tag characters spell ASCII. They belong only behind U+1F3F4, as the flag of a subdivision. */
export function tagPayloads(draft: Draft, log: MarkLog): Replacement[] {
  return replaceEach(draft.text, /[\u{E0000}-\u{E007F}]+/gu, (run, index) => {
    const flag = characterBefore(draft.text, index) === '\u{1F3F4}' ? flagTags(run) : '';
    const payload = run.slice(flag.length);
    if (payload === '') return run;
    log.saw({
      kind: 'stego.tag_characters',
      draft,
      span: { start: index + flag.length, end: index + run.length },
      count: codePointCount(payload),
      decoded: shortened(spelledByTags(payload)),
    });
    return flag;
  });
}

/** The tags of one well-formed subdivision flag (UTS 51, ED-14a) at the start of a run. */
function flagTags(run: string): string {
  const found =
    /^[\u{E0061}-\u{E007A}]{2}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{1,3}\u{E007F}/u.exec(run);
  return found?.[0] ?? '';
}

export function spelledByTags(tags: string): string {
  return [...tags]
    .map((tag) => (tag.codePointAt(0) ?? 0) - 0xe0000)
    .filter((ascii) => ascii >= 0x20 && ascii <= 0x7e)
    .map((ascii) => String.fromCharCode(ascii))
    .join('');
}

/** Zero-width binary: eight or more in a row, of two to four kinds, that spell something. */
export function zeroWidthPayloads(draft: Draft, log: MarkLog): Replacement[] {
  const runs = /[\u034F\u00AD\u180E\u200B-\u200F\u2060-\u2064\uFEFF]{8,}/g;
  return replaceEach(draft.text, runs, (run, index) => {
    const decoded = decodeZeroWidth(run);
    if (decoded === null) return run;
    const span = { start: index, end: index + run.length };
    log.saw({ kind: 'stego.zero_width_payload', draft, span, count: run.length, decoded });
    return '';
  });
}
