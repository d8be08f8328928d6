import type { DefaultTreeAdapterTypes } from 'parse5';
import type { HiddenText } from '../hidden-text.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { colorOf, type Look, lookOf, merge } from './css.ts';
import { cellElements, lineElements, paragraphElements, unseenElements } from './html-elements.ts';

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;

interface Place {
  /** Why nothing here can be seen, or null. */
  readonly hidden: string | null;
  readonly color: string | null;
  readonly background: string | null;
  readonly isPreformatted: boolean;
}
type Task = { readonly node: Node; readonly place: Place } | (() => void);

interface Walk {
  readonly out: TextBuilder;
  readonly hidden: HiddenText;
  readonly rules: ReadonlyMap<string, Look>;
  /** White space in the source becomes one space, and none at the start of a line. */
  owesSpace: boolean;
}

/**
 * The text that a browser would show: blocks apart by an empty line, list items and table rows by a
 * line, cells by a tab, white space collapsed outside `pre`. The walk keeps its own stack.
 */
export function visibleText(
  root: DefaultTreeAdapterTypes.Document,
  context: { readonly rules: ReadonlyMap<string, Look>; readonly hidden: HiddenText },
): string {
  const walk: Walk = { ...context, out: createTextBuilder(), owesSpace: false };
  const place: Place = { hidden: null, color: null, background: null, isPreformatted: false };
  const tasks: Task[] = [];
  push(tasks, root.childNodes, place);
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    if (typeof task === 'function') task();
    else if ('tagName' in task.node)
      visitElement({ walk, tasks, element: task.node, place: task.place });
    else if (task.node.nodeName === '#text' && 'value' in task.node)
      write(walk, task.node.value, task.place);
  }
  return walk.out.text();
}

function push(tasks: Task[], nodes: readonly Node[], place: Place): void {
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index];
    if (node !== undefined) tasks.push({ node, place });
  }
}

function visitElement(visit: {
  readonly walk: Walk;
  readonly tasks: Task[];
  readonly element: Element;
  readonly place: Place;
}): void {
  const { walk, tasks, element, place } = visit;
  const tag = element.tagName;
  if (unseenElements.has(tag)) return;
  if (paragraphElements.has(tag)) separate(walk, 'paragraph');
  // Two line breaks in a row are how many editors write a new paragraph.
  else if (tag === 'br' && walk.out.isAtStart()) separate(walk, 'paragraph');
  else if (lineElements.has(tag)) separate(walk, 'line');
  const lengthBefore = walk.out.length();
  tasks.push(() => close(walk, tag, lengthBefore));
  push(tasks, element.childNodes, placeInside({ walk, element, place }));
}

function close(walk: Walk, tag: string, lengthBefore: number): void {
  if (paragraphElements.has(tag)) separate(walk, 'paragraph');
  else if (lineElements.has(tag) && tag !== 'br') separate(walk, 'line');
  else if (cellElements.has(tag) && walk.out.length() > lengthBefore) {
    walk.out.separateExactly('tab');
    walk.owesSpace = false;
  }
}

function separate(walk: Walk, by: 'line' | 'paragraph'): void {
  walk.out.separate(by);
  walk.owesSpace = false;
}

function placeInside(at: {
  readonly walk: Walk;
  readonly element: Element;
  readonly place: Place;
}): Place {
  const { walk, element, place } = at;
  const look = elementLook(walk, element);
  const isPreformatted =
    place.isPreformatted || element.tagName === 'pre' || element.tagName === 'textarea';
  const background = look.background ?? place.background;
  const color = look.color ?? place.color;
  return {
    hidden: place.hidden ?? look.hidden ?? sameColor(color, background),
    color,
    background,
    isPreformatted,
  };
}

function elementLook(walk: Walk, element: Element): Look {
  let look = walk.rules.get(element.tagName);
  let inline = '';
  let isHidden = element.tagName === 'dialog' && !element.attrs.some(({ name }) => name === 'open');
  for (const { name, value } of element.attrs) {
    if (name === 'class') {
      for (const one of value.slice(0, 2_000).split(/\s+/)) look = ruleLook(walk, look, `.${one}`);
    } else if (name === 'id') look = ruleLook(walk, look, `#${value}`);
    else if (name === 'style') inline = value;
    else if (name === 'bgcolor')
      look = merge(look, { hidden: null, color: null, background: colorOf(value.toLowerCase()) });
    else if (name === 'hidden') isHidden = true;
  }
  const whole = merge(look, lookOf(inline));
  return isHidden ? { ...whole, hidden: 'not displayed' } : whole;
}

function ruleLook(walk: Walk, look: Look | undefined, selector: string): Look | undefined {
  const rule = walk.rules.get(selector);
  return rule === undefined ? look : merge(look, rule);
}

/** Only when both are known: what is painted behind an element is decided by rules not read here. */
function sameColor(color: string | null, background: string | null): string | null {
  const isKnown = color !== null && color !== 'none';
  return isKnown && color === background ? 'text in the colour of its background' : null;
}

function write(walk: Walk, text: string, place: Place): void {
  if (place.hidden !== null) {
    walk.hidden.add(place.hidden, text.replace(/[ \t\n\r\f]+/g, ' '));
    return;
  }
  if (place.isPreformatted) {
    walk.out.write(text);
    walk.owesSpace = false;
    return;
  }
  const shown = text.replace(/[ \t\n\r\f]+/g, ' ');
  const core = shown.trimEnd() === '' ? '' : shown.replace(/^ | $/g, '');
  const startsApart = walk.owesSpace || shown.startsWith(' ');
  if (core === '') {
    walk.owesSpace = startsApart;
    return;
  }
  walk.out.write(startsApart && !walk.out.isAtStart() ? ` ${core}` : core);
  walk.owesSpace = shown.endsWith(' ');
}
