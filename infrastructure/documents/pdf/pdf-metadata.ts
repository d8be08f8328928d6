import type { PDFDocumentProxy } from 'pdfjs-dist';
import type { Finding } from '../../../domain/checks/report.ts';
import { dateFindings } from '../date-finding.ts';
import { distinctAuthors, type Extracted, metadataValue, noFacts } from '../extracted.ts';
import { fileFinding } from '../file-finding.ts';
import { isoDate, isoDateOfPdf } from '../iso-date.ts';
import {
  aigcMark,
  type Declaration,
  generators,
  manifestMark,
} from '../provenance/declarations.ts';
import { hasC2paManifest, xmpDeclarations } from '../provenance/xmp.ts';

/** What the Info dictionary, the XMP packet and the raw bytes say about a PDF. */
export async function pdfMetadata(
  document: PDFDocumentProxy,
  bytes: Uint8Array,
): Promise<Omit<Extracted, 'text'>> {
  const { info, xmp } = await readMetadata(document);
  const creator = text(info, 'Creator');
  const producer = text(info, 'Producer');
  const dates = {
    created: isoDateOfPdf(value(info, 'CreationDate')) ?? isoDate(xmpValue(xmp, 'CreateDate')),
    modified: isoDateOfPdf(value(info, 'ModDate')) ?? isoDate(xmpValue(xmp, 'ModifyDate')),
  };
  const author = text(info, 'Author');
  const origin = generators([creator, producer, author, xmpValue(xmp, 'CreatorTool')], 'info');
  const saves = savesOf(bytes);
  return {
    facts: {
      ...noFacts,
      ...dates,
      pages: document.numPages,
      creator,
      producer,
      application: creator ?? metadataValue(xmpValue(xmp, 'CreatorTool')),
      revisions: saves,
      authors: distinctAuthors([author]),
    },
    findings: [...updateFindings(saves), ...dateFindings(dates), ...origin.findings],
    declarations: [...origin.declarations, ...declarationsOf({ info, xmp, bytes })],
  };
}

/** Broken metadata must not make a readable text unreadable. */
async function readMetadata(document: PDFDocumentProxy): Promise<{ info: object; xmp: string }> {
  try {
    const { info, metadata } = await document.getMetadata();
    const raw: unknown = metadata?.getRaw();
    return { info, xmp: typeof raw === 'string' ? raw : '' };
  } catch {
    return { info: {}, xmp: '' };
  }
}

function declarationsOf(found: {
  readonly info: object;
  readonly xmp: string;
  readonly bytes: Uint8Array;
}): Declaration[] {
  const custom = value(found.info, 'Custom');
  const label = typeof custom === 'object' && custom !== null ? value(custom, 'AIGC') : undefined;
  const aigc = typeof label === 'string' ? aigcMark(label, 'info') : null;
  const fromXmp = xmpDeclarations(found.xmp);
  const hasManifest =
    !fromXmp.some(({ mark }) => mark.kind === 'c2pa_manifest') && hasC2paManifest(found.bytes);
  return [
    ...(aigc === null ? [] : [aigc]),
    ...fromXmp,
    ...(hasManifest
      ? [manifestMark('info', 'The file holds a C2PA manifest; it was not verified.')]
      : []),
  ];
}

/**
 * How often the file was saved: every save appends a section that ends in `%%EOF`, and a linearised
 * file has one section more (ISO 32000-2 7.5.6 and annex F).
 */
function savesOf(bytes: Uint8Array): number {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  let at = view.indexOf('%%EOF', 0, 'latin1');
  while (at !== -1) {
    count += 1;
    at = view.indexOf('%%EOF', at + 5, 'latin1');
  }
  const isLinearised = view.subarray(0, 2_048).includes('/Linearized');
  return Math.max(1, isLinearised ? count - 1 : count);
}

function updateFindings(saves: number): Finding[] {
  if (saves < 2) return [];
  return [
    fileFinding({
      id: 'pdf.incremental_update',
      severity: 'info',
      title: 'Saved more than once',
      description: `The PDF was changed after it was made: it holds ${saves} saved versions.`,
      benign: 'Signing, filling in a form and adding comments all save the file again.',
      count: saves - 1,
    }),
  ];
}

function xmpValue(xmp: string, name: string): string | null {
  const found = new RegExp(`:${name}(?:="([^"]{1,300})"|>([^<]{1,300})<)`).exec(xmp);
  return found?.[1] ?? found?.[2] ?? null;
}

function text(dictionary: object, name: string): string | null {
  const found = value(dictionary, name);
  return typeof found === 'string' ? metadataValue(found) : null;
}

function value(dictionary: object, name: string): unknown {
  return Reflect.get(dictionary, name);
}
