import { xmlLimits } from '../limits.ts';
import { unreadable } from '../read-refusal.ts';

/**
 * Walks the tags of an XML text once, before the parser sees it: refuses a DOCTYPE (entity bombs,
 * external entities), deep nesting, attribute floods, and tags that do not match, which the parser
 * itself would let pass. @throws ReadRefusal
 */
export function guardXml(xml: string): void {
  const open: string[] = [];
  let at = xml.indexOf('<');
  while (at !== -1) {
    const end = tokenEnd(xml, at);
    if (end === -1) throw broken();
    if (xml.startsWith('<!DOCTYPE', at))
      throw unreadable('The document declares a DOCTYPE, which is not allowed in DOCX.');
    if (xml[at + 1] === '/') {
      if (open.pop() !== xml.slice(at + 2, end - 1).trim()) throw broken();
    } else if (xml[at + 1] !== '!' && xml[at + 1] !== '?') {
      openTag(open, xml.slice(at + 1, end - 1));
    }
    at = xml.indexOf('<', end);
  }
  if (open.length > 0) throw broken();
}

/** The index after the token that starts at `at`, or -1. */
function tokenEnd(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at + 4);
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at + 9);
  if (xml.startsWith('<?', at)) return after(xml, '?>', at + 2);
  return tagEnd(xml, at);
}

function after(xml: string, mark: string, from: number): number {
  const found = xml.indexOf(mark, from);
  return found === -1 ? -1 : found + mark.length;
}

/** A `>` inside a quoted value does not end the tag. */
function tagEnd(xml: string, from: number): number {
  let quote = '';
  for (let at = from; at < xml.length; at += 1) {
    const character = xml[at];
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '"' || character === "'") {
      quote = character;
    } else if (character === '>') {
      return at + 1;
    }
  }
  return -1;
}

function openTag(open: string[], tag: string): void {
  const attributes = tag.split('=', xmlLimits.attributes + 2).length - 1;
  if (attributes > xmlLimits.attributes)
    throw unreadable('An element of the document has too many attributes.');
  if (tag.endsWith('/')) return;
  open.push(/^[^\s]+/.exec(tag)?.[0] ?? '');
  if (open.length > xmlLimits.depth)
    throw unreadable('The elements of the document are nested too deeply.');
}

function broken(): Error {
  return unreadable('The XML inside the document is broken.');
}
