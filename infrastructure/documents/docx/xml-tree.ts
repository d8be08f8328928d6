import { XMLParser } from 'fast-xml-parser';
import { xmlLimits } from '../limits.ts';
import { unreadable } from '../read-refusal.ts';
import { guardXml } from './xml-guard.ts';

/**
 * An element by its local name: the prefix is the writer's choice, and the strict and transitional
 * forms of the format differ only in namespaces. Children are made when they are asked for, so that
 * a large part is not held twice.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  children(): XmlNode[];
}
export type XmlNode = XmlElement | string;

/** The root element of a part. @throws ReadRefusal */
export function parseXml(bytes: Uint8Array): XmlElement {
  const xml = decodeXml(bytes);
  guardXml(xml);
  const root = toNodes(parsed(xml)).find(isElement);
  if (root === undefined) throw unreadable('A part of the document is empty.');
  return root;
}

export function isElement(node: XmlNode): node is XmlElement {
  return typeof node !== 'string';
}

export function childElements(element: XmlElement): XmlElement[] {
  return element.children().filter(isElement);
}

export function childNamed(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element === undefined
    ? undefined
    : childElements(element).find((child) => child.name === name);
}

/** The text directly inside an element. */
export function ownText(element: XmlElement | undefined): string {
  return (element?.children() ?? []).filter((child) => typeof child === 'string').join('');
}

/** OPC 7.1: parts are UTF-8 or UTF-16. */
function decodeXml(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  return new TextDecoder(isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8').decode(bytes);
}

function parsed(xml: string): unknown[] {
  // Entities stay as they are: the parser's own decoding leaves numeric ones out and has a limit.
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    processEntities: false,
    cdataPropName: '#cdata',
    ignorePiTags: true,
    ignoreDeclaration: true,
    maxNestedTags: xmlLimits.depth + 1,
    jPath: false,
  });
  try {
    const tree: unknown = parser.parse(xml);
    return Array.isArray(tree) ? tree : [];
  } catch {
    throw unreadable('The XML inside the document is broken.');
  }
}

function toNodes(raw: readonly unknown[]): XmlNode[] {
  const nodes: XmlNode[] = [];
  for (const entry of raw) {
    const node = toNode(entry);
    if (node !== null) nodes.push(node);
  }
  return nodes;
}

function toNode(raw: unknown): XmlNode | null {
  if (typeof raw !== 'object' || raw === null) return null;
  for (const [name, value] of Object.entries(raw)) {
    if (name === ':@') continue;
    if (name === '#text') return typeof value === 'string' ? decodeEntities(value) : null;
    const content: unknown[] = Array.isArray(value) ? value : [];
    if (name === '#cdata') return rawText(content);
    return { name, attributes: attributesOf(raw), children: () => toNodes(content) };
  }
  return null;
}

function rawText(content: readonly unknown[]): string {
  const [only] = content;
  const text = typeof only === 'object' && only !== null ? Reflect.get(only, '#text') : undefined;
  return typeof text === 'string' ? text : '';
}

function attributesOf(raw: object): Map<string, string> {
  const attributes: unknown = Reflect.get(raw, ':@');
  const entries =
    typeof attributes === 'object' && attributes !== null ? Object.entries(attributes) : [];
  return new Map(entries.map(([name, value]) => [name, decodeEntities(String(value))]));
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{2,4}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return named.get(name) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
