import type { PDFDocumentProxy } from 'pdfjs-dist';
import { maxTextCodePoints } from '../../../domain/checks/limits.ts';
import type { Extracted } from '../extracted.ts';
import { maxPdfPages } from '../limits.ts';
import { ReadRefusal, unreadable } from '../read-refusal.ts';
import { composeDrawnAccents } from './drawn-accents.ts';
import { cutAtGutter } from './gutters.ts';
import { openPdf } from './open-pdf.ts';
import { type PageText, pageText } from './page-items.ts';
import { type PageLine, pageLines } from './page-lines.ts';
import { blockParagraphs, compoundsOf, joinEnd, runsOn } from './paragraphs.ts';
import { pdfMetadata } from './pdf-metadata.ts';
import { blocksInReadingOrder } from './reading-order.ts';

const garbageShare = 0.1;

/** The text of a PDF in reading order, and what its metadata says. @throws ReadRefusal */
export async function readPdf(bytes: Uint8Array): Promise<Extracted> {
  // pdf.js takes the buffer it is given for itself; the metadata is also searched in the raw bytes.
  const document = await openPdf(new Uint8Array(bytes));
  if (document.numPages > maxPdfPages) {
    throw new ReadRefusal(
      'text_too_long',
      `The PDF has ${document.numPages} pages; at most ${maxPdfPages} are read.`,
    );
  }
  const text = composeDrawnAccents(joinPages(await readPages(document)));
  if (!/\S/u.test(text)) {
    throw unreadable('The PDF holds no text (it may be a scan without a text layer).');
  }
  if (isGarbage(text)) {
    throw unreadable(
      "The PDF's fonts do not say which characters they draw, so its text cannot be read.",
    );
  }
  return { text, ...(await pdfMetadata(document, bytes)) };
}

interface PageContent {
  readonly lines: readonly PageLine[];
  readonly turned: readonly string[];
}

async function readPages(document: PDFDocumentProxy): Promise<PageContent[]> {
  const pages: PageContent[] = [];
  let left = maxTextCodePoints;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items, turned, codePoints } = await readPage(document, { number, left });
    left -= codePoints;
    pages.push({ lines: cutAtGutter(pageLines(items)), turned });
  }
  return pages;
}

async function readPage(
  document: PDFDocumentProxy,
  at: { readonly number: number; readonly left: number },
): Promise<PageText> {
  try {
    const page = await document.getPage(at.number);
    const text = await pageText(page, at.left);
    page.cleanup();
    return text;
  } catch (cause) {
    if (cause instanceof ReadRefusal) throw cause;
    throw unreadable(`Page ${at.number} of the PDF is damaged and cannot be read.`);
  }
}

function joinPages(pages: readonly PageContent[]): string {
  const compounds = new Set(pages.flatMap((page) => compoundsOf(page.lines)));
  const paragraphs: string[] = [];
  for (const page of pages) {
    for (const block of blocksInReadingOrder(page.lines)) {
      appendBlock(paragraphs, blockParagraphs(block, compounds), compounds);
    }
    paragraphs.push(...page.turned);
  }
  return paragraphs.join('\n\n');
}

/** A column or a page that ends inside a sentence continues in the next one. */
function appendBlock(
  paragraphs: string[],
  block: readonly string[],
  compounds: ReadonlySet<string>,
): void {
  const [first, ...others] = block;
  const before = paragraphs.at(-1);
  if (first === undefined) return;
  if (before !== undefined && runsOn({ before, after: first })) {
    paragraphs.splice(-1, 1, joinEnd({ before, after: first, compounds }) + first);
  } else {
    paragraphs.push(first);
  }
  paragraphs.push(...others);
}

/**
 * Runs of control, private-use and unassigned characters in place of words: a font without a usable
 * map. Single ones stand for mathematical signs in otherwise readable papers.
 */
function isGarbage(text: string): boolean {
  let strange = 0;
  for (const run of text.matchAll(/(?:[\p{Co}\p{Cn}\ufffd]|(?![\n\t])\p{Cc}){2,}/gu))
    strange += run[0].length;
  const shown = text.match(/\S/g)?.length ?? 1;
  return strange / shown > garbageShare;
}
