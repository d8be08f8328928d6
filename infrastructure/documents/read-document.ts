import { createHash } from 'node:crypto';
import type { DocumentContent } from '../../application/ports/document-reader.ts';
import { maxTextCodePoints } from '../../domain/checks/limits.ts';
import type { Finding } from '../../domain/checks/report.ts';
import { claimedType, isMismatch } from './claimed-type.ts';
import { type Content, detectContent, isPolyglot } from './detect-content.ts';
import { type DocumentType, type Extracted, metadataValue, noFacts } from './extracted.ts';
import { fileFinding } from './file-finding.ts';
import { provenanceFindings, provenanceOf } from './provenance/declarations.ts';
import { ReadRefusal, textTooLong, unreadable } from './read-refusal.ts';
import { textKind } from './text/text-kind.ts';

/**
 * Reads one file, in the process that calls it: hostile input may exhaust that process, which is why
 * the server never calls this itself. @throws ReadRefusal
 */
export async function readDocument(file: {
  readonly name: string | null;
  readonly bytes: Uint8Array;
}): Promise<DocumentContent> {
  const claimed = claimedType(file.name);
  const content = await detectContent(file.bytes);
  const { type, extracted } = await extract(content, { bytes: file.bytes, claimed: claimed.type });
  if (codePointsExceed(extracted.text, maxTextCodePoints)) throw textTooLong();
  const mismatch = isMismatch(claimed, type) ? [mismatchFinding(claimed.extension, type)] : [];
  const polyglot = isPolyglot(content, file.bytes) ? [polyglotFinding] : [];
  return {
    text: extracted.text,
    file: {
      name: metadataValue(file.name),
      type: claimed.type,
      detected_type: type,
      bytes: file.bytes.byteLength,
      sha256: createHash('sha256').update(file.bytes).digest('hex'),
      ...extracted.facts,
    },
    findings: [
      ...mismatch,
      ...polyglot,
      ...extracted.findings,
      ...provenanceFindings(extracted.declarations),
    ],
    provenance: provenanceOf(extracted.declarations),
  };
}

interface Read {
  readonly type: DocumentType;
  readonly extracted: Extracted;
}

/** Each format's code is loaded only for a file of that format: pdf.js alone is 50 MB. */
async function extract(
  content: Content,
  file: { readonly bytes: Uint8Array; readonly claimed: DocumentType | null },
): Promise<Read> {
  switch (content.kind) {
    case 'pdf': {
      const { readPdf } = await import('./pdf/read-pdf.ts');
      return { type: 'pdf', extracted: await readPdf(file.bytes) };
    }
    case 'docx': {
      const { readDocx } = await import('./docx/read-docx.ts');
      return { type: 'docx', extracted: await readDocx(content.zip, content.main) };
    }
    case 'text':
      return await extractText(content.text, file.claimed);
  }
}

async function extractText(text: string, claimed: DocumentType | null): Promise<Read> {
  if (text.trim() === '') throw new ReadRefusal('empty', 'The file holds no text.');
  const type = textKind(text, claimed);
  if (type === 'xml') {
    throw new ReadRefusal(
      'unsupported_type',
      'The file is an XML document that is no web page; PDF, DOCX, TXT, MD and HTML are supported.',
    );
  }
  if (type === 'txt') return { type, extracted: plain(text) };
  const extracted = await extractMarkup(text, type);
  if (extracted.text.trim() === '')
    throw unreadable('The file holds no text that a reader would see.');
  return { type, extracted };
}

async function extractMarkup(text: string, type: 'md' | 'html'): Promise<Extracted> {
  if (type === 'html') return (await import('./html/read-html.ts')).readHtml(text);
  return (await import('./text/read-markdown.ts')).readMarkdown(text);
}

function plain(text: string): Extracted {
  return { text, facts: noFacts, findings: [], declarations: [] };
}

function codePointsExceed(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  let count = 0;
  for (const _ of text) count += 1;
  return count > limit;
}

function mismatchFinding(extension: string | null, type: DocumentType): Finding {
  return fileFinding({
    id: 'file.type_mismatch',
    severity: 'low',
    title: 'The content does not match the file name',
    description: `The name ends in .${extension ?? ''}, the content is ${type.toUpperCase()}. It was read as what it is.`,
    benign: 'Files are often renamed by hand or by a mail program.',
  });
}

const polyglotFinding: Finding = fileFinding({
  id: 'file.polyglot',
  severity: 'medium',
  title: 'Two kinds of file in one',
  description:
    'The bytes are a valid file of two different kinds. They were read as the one they start with.',
  benign: 'Some archive programs append their data to other files.',
});
