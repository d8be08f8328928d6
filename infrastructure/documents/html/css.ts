/** The ways of hiding that deceive, as opposed to closed menus and dialogs. */
export const deceptiveMechanisms: ReadonlySet<string> = new Set([
  'text in the colour of its background',
  'transparent text',
  'zero font size',
  'moved off the screen',
]);

/** What a list of declarations does to the text inside. Null: nothing that matters. */
export interface Look {
  readonly hidden: string | null;
  readonly color: string | null;
  readonly background: string | null;
}

const longestDeclarations = 4_000;
const longestSheet = 300_000;

/** Reads `a: b; c: d`. Only plain values are understood; functions and variables are not. */
export function lookOf(declarations: string): Look {
  const style = new Map<string, string>();
  for (const declaration of declarations.slice(0, longestDeclarations).split(';')) {
    const colon = declaration.indexOf(':');
    if (colon === -1) continue;
    const value = declaration.slice(colon + 1).replace('!important', '');
    style.set(declaration.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase());
  }
  const color = colorOf(style.get('color'));
  const background = colorOf(style.get('background-color') ?? style.get('background'));
  return { hidden: hiddenBy(style), color, background };
}

/** The rules of a style sheet whose selector is one tag, class or id: `.note`, `#x`, `p`. */
export function simpleRules(sheet: string): Map<string, Look> {
  const rules = new Map<string, Look>();
  let at = 0;
  const css = withoutComments(sheet.slice(0, longestSheet));
  for (let open = css.indexOf('{'); open !== -1; open = css.indexOf('{', at)) {
    const prelude = css.slice(at, open).trim();
    if (prelude.startsWith('@') && !prelude.includes(';')) {
      at = blockEnd(css, open);
      continue;
    }
    const close = css.indexOf('}', open);
    if (close === -1) break;
    const look = lookOf(css.slice(open + 1, close));
    for (const selector of prelude.slice(prelude.lastIndexOf(';') + 1).split(',')) {
      const name = selector.trim();
      if (/^[.#]?[\w-]{1,80}$/.test(name)) rules.set(name, merge(rules.get(name), look));
    }
    at = close + 1;
  }
  return rules;
}

/** The later look wins wherever it says something. */
export function merge(base: Look | undefined, upper: Look): Look {
  return {
    hidden: upper.hidden ?? base?.hidden ?? null,
    color: upper.color ?? base?.color ?? null,
    background: upper.background ?? base?.background ?? null,
  };
}

/** `#rrggbb`, a name, `none` for something that is painted but not understood, or null. */
export function colorOf(value: string | undefined): string | null {
  if (value === undefined || value === '' || value === 'inherit') return null;
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value);
  if (short !== null) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  if (/^#[\da-f]{6}$/.test(value)) return value;
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(value);
  if (rgb !== null) return `#${rgb.slice(1).map(hexByte).join('')}`;
  return named.get(value) ?? 'none';
}

const named: ReadonlyMap<string, string> = new Map([
  ['white', '#ffffff'],
  ['black', '#000000'],
  ['transparent', 'transparent'],
]);

function hexByte(decimal: string): string {
  return Math.min(255, Number(decimal)).toString(16).padStart(2, '0');
}

function hiddenBy(style: ReadonlyMap<string, string>): string | null {
  const is = (property: string, pattern: RegExp): boolean =>
    pattern.test(style.get(property) ?? '');
  if (is('display', /^none$/)) return 'not displayed';
  if (is('visibility', /^(hidden|collapse)$/)) return 'invisible';
  if (is('opacity', /^0*(\.0+)?%?$/) && style.has('opacity')) return 'transparent text';
  if (is('color', /^transparent$/)) return 'transparent text';
  if (is('font-size', /^0*(\.\d+)?(px|pt|em|rem|%)?$|^1px$/) && style.has('font-size'))
    return 'zero font size';
  if (is('clip', /^rect\(\s*[01](px)?[\s,]+[01]/) || is('clip-path', /^inset\(\s*(50|100)%/))
    return 'for screen readers only';
  if (['left', 'top', 'right', 'text-indent'].some((side) => is(side, /^-\d{4,}/)))
    return 'moved off the screen';
  return null;
}

function withoutComments(css: string): string {
  let text = '';
  let at = 0;
  for (let open = css.indexOf('/*'); open !== -1; open = css.indexOf('/*', at)) {
    text += css.slice(at, open);
    const close = css.indexOf('*/', open + 2);
    if (close === -1) return text;
    at = close + 2;
  }
  return text + css.slice(at);
}

/** The index after the block that opens at `open`, with the blocks inside it. */
function blockEnd(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    else if (css[at] === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return css.length;
}
