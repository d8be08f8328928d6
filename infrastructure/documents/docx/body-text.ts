import type { HiddenText } from '../hidden-text.ts';
import { createTextBuilder, type TextBuilder } from '../text-builder.ts';
import { directLook, isShaded, isWhite, overlay, type RunLook, type Styles } from './styles.ts';
import { childElements, childNamed, ownText, type XmlElement } from './xml-tree.ts';

/** What the walk over a part finds; the caller passes the same one for all parts of a document. */
export interface BodyFacts {
  insertions: number;
  deletions: number;
  readonly revisionAuthors: Set<string>;
  readonly notes: NoteReference[];
}
export interface NoteReference {
  readonly kind: 'footnote' | 'endnote';
  readonly id: string;
}
export interface BodyContext {
  readonly styles: Styles;
  readonly hidden: HiddenText;
  readonly facts: BodyFacts;
}

interface Place {
  readonly look: RunLook;
  readonly inTable: boolean;
  readonly inShape: boolean;
}
type Task = { readonly node: XmlElement; readonly place: Place } | (() => readonly Task[]);

interface Walk extends BodyContext {
  readonly out: TextBuilder;
  /** Text boxes stand inside a paragraph's run but read after the paragraph. */
  readonly boxes: Task[];
  readonly fields: ('code' | 'result')[];
  fieldCodes: number;
}

/**
 * The visible text of a WordprocessingML part (ECMA-376 part 1, 17): paragraphs apart by an empty
 * line, list items and table rows by a line, cells by a tab. Deleted text and field codes are left
 * out; inserted text and field results are in. The walk keeps its own stack, so that depth cannot
 * exhaust the machine's.
 */
export function bodyText(root: XmlElement, context: BodyContext): string {
  const walk: Walk = { ...context, out: createTextBuilder(), boxes: [], fields: [], fieldCodes: 0 };
  const page = childNamed(root, 'background') === undefined ? {} : { shaded: true };
  const look = overlay(context.styles.defaults, page);
  const tasks: Task[] = [{ node: root, place: { look, inTable: false, inShape: false } }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    const next = typeof task === 'function' ? task() : visit(walk, task.node, task.place);
    for (let index = next.length - 1; index >= 0; index -= 1) {
      const one = next[index];
      if (one !== undefined) tasks.push(one);
    }
  }
  return walk.out.text();
}

function visit(walk: Walk, node: XmlElement, place: Place): readonly Task[] {
  if (skipped.has(node.name)) return [];
  const drawn = drawnAs.get(node.name);
  if (drawn !== undefined) return write(walk, drawn, place);
  switch (node.name) {
    case 't':
      return write(walk, ownText(node), place);
    case 'p':
      return paragraph(walk, node, place);
    case 'r':
      return inside(node, { ...place, look: runLook(walk, node, place) });
    case 'ins':
    case 'moveTo':
      noteRevision(walk, node, 'insertions');
      return inside(node, place);
    case 'del':
    case 'moveFrom':
      noteRevision(walk, node, 'deletions');
      return [];
    case 'fldChar':
      return field(walk, node.attributes.get('fldCharType'));
    case 'footnoteReference':
    case 'endnoteReference':
      return noteReference(walk, node);
    case 'tbl':
    case 'tr':
    case 'tc':
      return tablePart(walk, node, place);
    case 'txbxContent':
      walk.boxes.push(...inside(node, { ...place, inShape: true, inTable: false }));
      return [];
    case 'AlternateContent':
      return alternative(node, place);
    default:
      return inside(node, place);
  }
}

const skipped: ReadonlySet<string> = new Set([
  ...['pPr', 'rPr', 'tblPr', 'tblGrid', 'tblPrEx', 'trPr', 'tcPr', 'sectPr', 'sdtPr', 'sdtEndPr'],
  ...['delText', 'delInstrText', 'instrText', 'fldData', 'rt', 'rubyPr', 'background'],
]);
const drawnAs: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['ptab', '\t'],
  ['br', '\n'],
  ['cr', '\n'],
  ['noBreakHyphen', '-'],
]);

function inside(node: XmlElement, place: Place): Task[] {
  return childElements(node).map((child) => ({ node: child, place }));
}

function write(walk: Walk, text: string, place: Place): readonly Task[] {
  if (walk.fieldCodes > 0) return [];
  const mechanism = hiddenBy(place);
  if (mechanism === null) walk.out.write(text);
  else walk.hidden.add(mechanism, text);
  return [];
}

function hiddenBy({ look, inTable, inShape }: Place): string | null {
  if (look.vanish === true) return 'hidden font attribute';
  // Half points: four are two points, which nobody can read.
  if (look.halfPoints !== undefined && look.halfPoints <= 4) return 'tiny font';
  // Tables and shapes often lay a dark fill under white text from where this walk does not see it.
  const isOnPaper = look.shaded !== true && !inTable && !inShape;
  return isOnPaper && isWhite(look.color) ? 'white text on white paper' : null;
}

function paragraph(walk: Walk, node: XmlElement, place: Place): readonly Task[] {
  const properties = childNamed(node, 'pPr');
  const style = walk.styles.look(childNamed(properties, 'pStyle')?.attributes.get('val'));
  const look = overlay(overlay(place.look, style), { shaded: isShaded(properties) });
  const isList = childNamed(properties, 'numPr') !== undefined;
  const separation = place.inTable || isList ? 'line' : 'paragraph';
  // Inside a table the cell before has said how it is set apart.
  if (!place.inTable) walk.out.separate(separation);
  const close = (): readonly Task[] => {
    walk.out.separate(separation);
    return walk.boxes.splice(0);
  };
  return [...inside(node, { ...place, look }), close];
}

function runLook(walk: Walk, node: XmlElement, place: Place): RunLook {
  const properties = childNamed(node, 'rPr');
  if (properties === undefined) return place.look;
  const style = walk.styles.look(childNamed(properties, 'rStyle')?.attributes.get('val'));
  return overlay(overlay(place.look, style), directLook(properties));
}

function tablePart(walk: Walk, node: XmlElement, place: Place): readonly Task[] {
  const before = walk.out.length();
  const by = node.name === 'tc' ? 'tab' : node.name === 'tr' ? 'line' : 'paragraph';
  if (node.name === 'tbl') walk.out.separate(place.inTable ? 'line' : 'paragraph');
  const close = (): readonly Task[] => {
    if (walk.out.length() > before) walk.out.separateExactly(by);
    return [];
  };
  return [...inside(node, { ...place, inTable: true }), close];
}

function noteRevision(walk: Walk, node: XmlElement, kind: 'insertions' | 'deletions'): void {
  walk.facts[kind] += 1;
  const author = node.attributes.get('author');
  if (author !== undefined && walk.facts.revisionAuthors.size < 50) {
    walk.facts.revisionAuthors.add(author);
  }
}

/** 17.16.18: the code stands between begin and separate, the result between separate and end. */
function field(walk: Walk, type: string | undefined): readonly Task[] {
  const isInCode = walk.fields.at(-1) === 'code';
  if (type === 'begin') {
    walk.fields.push('code');
    walk.fieldCodes += 1;
  } else if (type === 'separate' && isInCode) {
    walk.fields.splice(-1, 1, 'result');
    walk.fieldCodes -= 1;
  } else if (type === 'end') {
    walk.fields.pop();
    if (isInCode) walk.fieldCodes -= 1;
  }
  return [];
}

function noteReference(walk: Walk, node: XmlElement): readonly Task[] {
  const id = node.attributes.get('id');
  const kind = node.name === 'footnoteReference' ? 'footnote' : 'endnote';
  if (id !== undefined) walk.facts.notes.push({ kind, id });
  return [];
}

/** Both branches draw the same thing, for newer and older readers. */
function alternative(node: XmlElement, place: Place): readonly Task[] {
  const branch = childNamed(node, 'Choice') ?? childNamed(node, 'Fallback');
  return branch === undefined ? [] : inside(branch, place);
}
