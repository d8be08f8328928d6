import type { PDFPageProxy } from 'pdfjs-dist';
import type { TextContent, TextItem } from 'pdfjs-dist/types/src/display/api.js';
import { textTooLong } from '../read-refusal.ts';
import type { PageItem } from './page-lines.ts';

/** What a page draws: text that runs from left to right or right to left, and text turned otherwise. */
export interface PageText {
  readonly items: readonly PageItem[];
  /** Turned text (a stamp in the margin) in the order in which it is drawn. */
  readonly turned: readonly string[];
  readonly codePoints: number;
}

/** Stops in the middle of a page that draws more than `mostCodePoints`. @throws ReadRefusal */
export async function pageText(page: PDFPageProxy, mostCodePoints: number): Promise<PageText> {
  const toPage = matrixOf(page.getViewport({ scale: 1 }).transform);
  const items: PageItem[] = [];
  const turned: string[] = [];
  let codePoints = 0;
  for await (const item of textItems(page)) {
    const text = expandLigatures(item.str);
    for (const _ of text) codePoints += 1;
    if (codePoints > mostCodePoints) throw textTooLong();
    const matrix = multiply(toPage, matrixOf(item.transform));
    if (!isLevel(matrix)) {
      turned.push(text);
      continue;
    }
    const placed = place({ text, matrix, item });
    if (!items.slice(-lookBack).some((earlier) => isDrawnAgain(earlier, placed)))
      items.push(placed);
  }
  return { items, turned, codePoints };
}

const lookBack = 6;

/** Bold type is sometimes made by drawing the same letters again, a hair's breadth beside. */
function isDrawnAgain(earlier: PageItem, item: PageItem): boolean {
  return (
    earlier.text === item.text &&
    Math.abs(earlier.x0 - item.x0) < item.size * 0.12 &&
    Math.abs(earlier.baseline - item.baseline) < item.size * 0.12
  );
}

async function* textItems(page: PDFPageProxy): AsyncGenerator<TextItem> {
  const stream: ReadableStream<Pick<TextContent, 'items'>> = page.streamTextContent({
    disableNormalization: true,
  });
  for await (const chunk of stream) {
    for (const item of chunk.items) {
      if ('str' in item && item.str.trim() !== '') yield item;
    }
  }
}

/** Typesetting draws these as one glyph; as characters they are not what the author wrote. */
export function expandLigatures(text: string): string {
  return text.replace(/[\ufb00-\ufb06]/g, (ligature) => ligature.normalize('NFKC'));
}

type Matrix = readonly [number, number, number, number, number, number];

function place(drawn: {
  readonly text: string;
  readonly matrix: Matrix;
  readonly item: { readonly width: number; readonly dir: string };
}): PageItem {
  const [a, b, c, d, e, f] = drawn.matrix;
  const size = Math.hypot(c, d) || Math.hypot(a, b) || 1;
  return {
    text: drawn.text,
    x0: e,
    x1: e + drawn.item.width,
    baseline: f,
    size,
    rightToLeft: drawn.item.dir === 'rtl',
  };
}

function isLevel([a, b]: Matrix): boolean {
  return a > 0 && Math.abs(b) < 0.1 * a;
}

function matrixOf(values: readonly unknown[]): Matrix {
  const at = (index: number): number => {
    const value = Number(values[index]);
    return Number.isFinite(value) ? value : 0;
  };
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}
