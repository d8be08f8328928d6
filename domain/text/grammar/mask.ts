import type { Span } from '../span.ts';

/** Stands for one masked code unit: a private-use character is no letter, space or mark to any engine. */
export const placeholder = '\ue000';

export interface MaskedText {
  /** As long as the original, with every masked place filled with placeholders. */
  readonly text: string;
  readonly masks: readonly Span[];
}

/**
 * What is no prose: fenced and inline code, links, addresses, paths, tags, handles, file names, formulas.
 * Every quantifier is bounded or runs over one character class, so that matching stays linear.
 */
const noProse = [
  /^(?:```|~~~)[^\n]*\n(?:(?!```|~~~)[^\n]*\n){0,400}(?:```|~~~)/gmu,
  /`[^`\n]{1,200}`/gu,
  /<\/?[a-z][^<>\n]{0,300}>/giu,
  /\b(?:https?|ftp|file|mailto|tel|data):[^\s<>"'”»)\]]{1,2000}/giu,
  /\bwww\.[^\s<>"'”»)\]]{1,1000}/giu,
  /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,5}/gu,
  /(?<![\p{L}\p{N}])(?:[\p{L}\p{N}-]{1,63}\.){1,4}(?:com|org|net|edu|gov|io|dev|eu|de|fr|es|it|pt|br|uk|us|info|app|ai)\b(?:\/[^\s<>"')\]]{0,1000})?/gu,
  /(?<![\p{L}\p{N}])(?:[A-Za-z]:\\|~?\/|\.{1,2}\/)[\w.-]{1,100}(?:[\\/][\w.-]{1,100}){0,20}/gu,
  /(?<![\p{L}\p{N}])[\w-]{1,100}\.(?:txt|md|html?|css|jsx?|tsx?|json|ya?ml|xml|csv|pdf|docx?|xlsx?|png|jpe?g|gif|svg|py|java|rs|go|sh|exe|zip)\b/giu,
  /(?<![\p{L}\p{N}])[@#][\p{L}\p{N}_]{1,100}/gu,
  /\$[^$\n]{1,100}\$(?!\d)/gu,
  /\b[A-Za-z0-9]{1,100}(?:_[A-Za-z0-9]{1,100}){1,20}\b/gu,
  /\b[a-z]{1,50}(?:[A-Z][a-z]{1,50}){1,10}(?:\(\))?/gu,
] as const;

/** Replaces code, links, addresses and paths by placeholders of the same length. */
export function mask(text: string): MaskedText {
  const masks = merge(noProse.flatMap((pattern) => matches(text, pattern)));
  let masked = '';
  let from = 0;
  for (const { start, end } of masks) {
    masked += text.slice(from, start) + placeholder.repeat(end - start);
    from = end;
  }
  return { text: masked + text.slice(from), masks };
}

function matches(text: string, pattern: RegExp): Span[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

function merge(spans: readonly Span[]): Span[] {
  const merged: { start: number; end: number }[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
