import type { DefaultTreeAdapterTypes } from 'parse5';
import type { Finding } from '../../../domain/checks/report.ts';
import { fileFinding } from '../file-finding.ts';
import {
  aigcMark,
  type Declaration,
  manifestMark,
  sourceTypeMark,
} from '../provenance/declarations.ts';

type Document = DefaultTreeAdapterTypes.Document;
type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

/** What the source of a page says that a reader does not see. */
export interface HtmlMarks {
  readonly styleSheets: readonly string[];
  readonly generators: readonly string[];
  readonly authors: readonly string[];
  readonly created: string | null;
  readonly modified: string | null;
  readonly declarations: readonly Declaration[];
  readonly findings: readonly Finding[];
}

interface Collected {
  readonly styleSheets: string[];
  readonly meta: Map<string, string>;
  readonly declarations: Declaration[];
  readonly comments: string[];
  readonly chat: { ascendingPairs: number; lastEnd: number; marks: Set<string> };
}

export function htmlMarks(document: Document): HtmlMarks {
  const found: Collected = {
    styleSheets: [],
    meta: new Map(),
    declarations: [],
    comments: [],
    chat: { ascendingPairs: 0, lastEnd: -1, marks: new Set() },
  };
  const nodes: Node[] = [...document.childNodes].reverse();
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    if (node.nodeName === '#comment' && 'data' in node) found.comments.push(node.data);
    if (!('tagName' in node)) continue;
    readElement(found, node);
    for (let index = node.childNodes.length - 1; index >= 0; index -= 1) {
      const child = node.childNodes[index];
      if (child !== undefined) nodes.push(child);
    }
  }
  const meta = (...names: string[]) =>
    names.map((name) => found.meta.get(name)).find((value) => value !== undefined) ?? null;
  return {
    styleSheets: found.styleSheets,
    generators: [meta('generator')].filter((name) => name !== null),
    authors: [meta('author', 'dc.creator', 'article:author')].filter((name) => name !== null),
    created: meta('article:published_time', 'date', 'dc.date'),
    modified: meta('article:modified_time', 'last-modified'),
    declarations: found.declarations,
    findings: [...commentFindings(found.comments), ...chatFindings(found.chat)],
  };
}

function readElement(found: Collected, element: Element): void {
  const attributes = new Map(element.attrs.map(({ name, value }) => [name, value]));
  readChatAttributes(found.chat, attributes);
  switch (element.tagName) {
    case 'style':
      found.styleSheets.push(contentOf(element));
      break;
    case 'meta':
      readMeta(found, attributes);
      break;
    case 'script':
      readScript(found, attributes.get('type')?.toLowerCase() ?? '', element);
      break;
    case 'link':
      if (/\bc2pa-manifest\b/i.test(attributes.get('rel') ?? '')) found.declarations.push(manifest);
      break;
  }
}

const manifest = manifestMark('html', 'The page points to a C2PA manifest; it was not verified.');

function readMeta(found: Collected, attributes: ReadonlyMap<string, string>): void {
  const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
  const content = attributes.get('content');
  if (name === '' || content === undefined) return;
  if (!found.meta.has(name)) found.meta.set(name, content);
  const declaration =
    name === 'aigc'
      ? aigcMark(content, 'html')
      : /(^|[.:])digitalsourcetype$/.test(name)
        ? sourceTypeMark(content, 'html')
        : null;
  if (declaration !== null) found.declarations.push(declaration);
}

function readScript(found: Collected, type: string, element: Element): void {
  if (type === 'application/c2pa') found.declarations.push(manifest);
  if (type !== 'application/ld+json') return;
  const declaration = structuredSourceType(contentOf(element));
  if (declaration !== null) found.declarations.push(declaration);
}

/** A source type of the page itself; pictures in the page carry their own and say nothing of the text. */
function structuredSourceType(json: string): Declaration | null {
  const items = topLevelItems(json.slice(0, 500_000));
  for (const item of items) {
    const type = String(Reflect.get(item, '@type') ?? '');
    const value: unknown = Reflect.get(item, 'digitalSourceType');
    if (typeof value === 'string' && !/Image|Video|Audio|Media/i.test(type))
      return sourceTypeMark(value, 'html');
  }
  return null;
}

function topLevelItems(json: string): object[] {
  try {
    const value: unknown = JSON.parse(json);
    const items: unknown[] = Array.isArray(value) ? value : [value];
    const graphs = items.flatMap((item) => (isObject(item) ? [Reflect.get(item, '@graph')] : []));
    return [...items, ...graphs.flat()].filter(isObject);
  } catch {
    return [];
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Attributes that a chat page puts on the paragraphs of an answer and that survive copying. */
function readChatAttributes(
  chat: Collected['chat'],
  attributes: ReadonlyMap<string, string>,
): void {
  for (const name of ['data-is-last-node', 'data-message-author-role', 'data-message-model-slug']) {
    if (attributes.has(name)) chat.marks.add(name);
  }
  const start = attributes.get('data-start') ?? '';
  const end = attributes.get('data-end') ?? '';
  // Calendars use the same two names for times: only numbers that run through the text count.
  if (!/^\d{1,7}$/.test(start) || !/^\d{1,7}$/.test(end)) return;
  if (Number(start) >= chat.lastEnd && Number(end) > Number(start)) chat.ascendingPairs += 1;
  chat.lastEnd = Math.max(chat.lastEnd, Number(start));
}

function chatFindings(chat: Collected['chat']): Finding[] {
  if (chat.ascendingPairs < 3 && chat.marks.size === 0) return [];
  const names = [...chat.marks, ...(chat.ascendingPairs < 3 ? [] : ['data-start', 'data-end'])];
  return [
    fileFinding({
      id: 'artefact.chat_html_attributes',
      severity: 'high',
      title: 'Attributes of a chat page',
      description: `The page carries attributes that chat assistants put on their answers: ${names.join(', ')}.`,
      benign: 'A page that quotes or archives a chat carries them too.',
      count: Math.max(chat.ascendingPairs, chat.marks.size),
      sample: names.join(', '),
    }),
  ];
}

function commentFindings(comments: readonly string[]): Finding[] {
  const prose = comments.filter(isProse);
  if (prose.length === 0) return [];
  return [
    fileFinding({
      id: 'html.hidden_comment',
      severity: 'low',
      title: 'Comments in the source',
      description: `The source holds ${prose.length} comments with text that readers do not see.`,
      benign: 'Authors and site software leave comments in nearly every page.',
      count: prose.length,
      sample: prose[0]?.trim() ?? '',
    }),
  ];
}

/** Conditional comments and clipboard marks are written by programs; prose has several words. */
function isProse(comment: string): boolean {
  const start = comment.trim().slice(0, 300);
  if (/^\[if|^(Start|End)Fragment/i.test(start)) return false;
  return start.split(/\s+/).filter((word) => /^\p{L}+[,.!?]?$/u.test(word)).length >= 3;
}

function contentOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}
