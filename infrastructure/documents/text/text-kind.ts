/** The kinds of text that bytes alone do not tell apart for certain. */
export type TextKind = 'txt' | 'md' | 'html' | 'xml';

/**
 * What a text is by its structure. The name is only a hint between kinds of text: every text is a
 * valid TXT and a valid MD, so those two are taken at their word.
 */
export function textKind(text: string, claimed: string | null): TextKind {
  const head = withoutPreamble(text.slice(0, 4_096));
  if (/^<(!doctype\s+html|html|head|body)[\s>]/i.test(head)) return 'html';
  if (/^<\?xml\s/.test(head)) return /<html[\s>]/i.test(head) ? 'html' : 'xml';
  if (/^<svg[\s>]/i.test(head)) return 'xml';
  if (claimed === 'md' || claimed === 'txt') return claimed;
  if (claimed === 'html') return /<[a-z][a-z0-9]*[\s>/]/i.test(text) ? 'html' : 'txt';
  if (isMarkup(text)) return 'html';
  return isMarkdown(text.slice(0, 20_000)) ? 'md' : 'txt';
}

/** White space, a byte order mark and comments may stand before the first tag. */
function withoutPreamble(head: string): string {
  let rest = head.replace(/^\ufeff/, '').trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->');
    if (end === -1) return rest;
    rest = rest.slice(end + 3).trimStart();
  }
  return rest;
}

/** A fragment of a page: starts with a block tag, and has closing tags. */
function isMarkup(text: string): boolean {
  const start = withoutPreamble(text.slice(0, 4_096));
  const opens = /^<(p|div|h[1-6]|ul|ol|table|article|section|main|header|blockquote|span)[\s>]/i;
  return (
    opens.test(start) &&
    /<\/(p|div|h[1-6]|ul|ol|table|article|section|main|span)>\s*$/i.test(text.slice(-400))
  );
}

/** At least two different signs that no plain prose shows by chance. */
function isMarkdown(head: string): boolean {
  const signs = [
    /^#{1,6} \S/m,
    /^```/m,
    /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/,
    /(^|\s)\*\*[^*\n]{1,200}\*\*/,
    /^(---|\+\+\+)[ \t]*\r?\n[\w-]{1,40}\s*[:=]/,
    /^> \S/m,
    /^[*-] \S.*\n[*-] \S/m,
  ];
  return signs.filter((sign) => sign.test(head)).length >= 2;
}
