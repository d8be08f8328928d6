/** What a browser shows nothing of, or what is not text of the page. */
export const unseenElements: ReadonlySet<string> = new Set([
  ...['head', 'script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'svg'],
  ...['select', 'datalist', 'audio', 'video', 'canvas', 'map', 'progress', 'meter', 'rt', 'rp'],
]);

/** Kept apart by an empty line. */
export const paragraphElements: ReadonlySet<string> = new Set([
  ...[
    'address',
    'article',
    'aside',
    'blockquote',
    'body',
    'center',
    'details',
    'dialog',
    'div',
    'dl',
  ],
  ...[
    'fieldset',
    'figure',
    'footer',
    'form',
    'h1',
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'header',
    'hgroup',
  ],
  ...['hr', 'main', 'menu', 'nav', 'ol', 'p', 'pre', 'search', 'section', 'table', 'ul'],
]);

/** Kept apart by a line. */
export const lineElements: ReadonlySet<string> = new Set([
  ...[
    'br',
    'caption',
    'dd',
    'dt',
    'figcaption',
    'legend',
    'li',
    'optgroup',
    'option',
    'summary',
    'tr',
  ],
]);

export const cellElements: ReadonlySet<string> = new Set(['td', 'th']);
