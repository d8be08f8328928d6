import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';
import { column, type PdfParts, pdfFile, pdfOfObjects } from '../../support/documents/pdf-file.ts';

async function textOf(...pages: PdfParts['pages']): Promise<string> {
  return (await readDocument({ name: 'paper.pdf', bytes: pdfFile({ pages }) })).text;
}

describe('a hostile PDF', () => {
  it('is unreadable when it needs a password', async () => {
    const key = `<${'ab'.repeat(32)}>`;
    const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -44 >> /ID [${key} ${key}]`;
    const bytes = pdfFile({ pages: [column({ x: 50, y: 700 }, ['Secret.'])], trailer });
    await assert.rejects(readDocument({ name: null, bytes }), {
      code: 'unreadable',
      message: /password/,
    });
  });

  it('is unreadable when it is cut off before its text', async () => {
    const bytes = pdfFile({ pages: [column({ x: 50, y: 700 }, ['Some text.'])] });
    await assert.rejects(readDocument({ name: null, bytes: bytes.subarray(0, 250) }), {
      code: 'unreadable',
    });
  });

  it('stops in the middle of a page with more than 400,000 characters', async () => {
    const text = 'word '.repeat(18);
    const page = Array.from({ length: 5_000 }, (_, index) => ({
      x: 10,
      y: 780 - index * 0.15,
      text,
    }));
    await assert.rejects(textOf(page), { code: 'text_too_long' });
  });

  it('is refused with more than 2,000 pages', async () => {
    const kids = Array.from({ length: 2_001 }, () => '3 0 R').join(' ');
    const bytes = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count 2001 /Kids [${kids}] >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    ]);
    await assert.rejects(readDocument({ name: null, bytes }), {
      code: 'text_too_long',
      message: /2001 pages/,
    });
  });

  it('is read in time when a page holds 20,000 scattered letters', async () => {
    const letters = Array.from({ length: 20_000 }, (_, index) => ({
      x: 20 + ((index * 7_919) % 570),
      y: 20 + ((index * 104_729) % 740),
      text: 'x',
    }));
    const start = performance.now();
    assert.ok((await textOf(letters)).length >= 20_000);
    assert.ok(performance.now() - start < 30_000);
  });
});
