import assert from 'node:assert/strict';
import { deflateRawSync } from 'node:zlib';
import JSZip from 'jszip';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';
import { docxFile, paragraph } from '../../support/documents/docx-file.ts';
import { column, pdfFile } from '../../support/documents/pdf-file.ts';

const contents: Record<string, () => Promise<Uint8Array>> = {
  pdf: async () => pdfFile({ pages: [column({ x: 50, y: 700 }, ['Some text.'])] }),
  docx: async () => await docxFile({ body: paragraph('Some text.') }),
  html: async () => Buffer.from('<!doctype html><p>Some text.</p>'),
};

async function archiveOf(name: string, content: string): Promise<Uint8Array> {
  return await new JSZip().file(name, content).generateAsync({ type: 'uint8array' });
}

describe('the type of a file', () => {
  for (const [type, content] of Object.entries(contents)) {
    for (const name of ['a.pdf', 'a.docx', 'a.html', 'a.txt', 'a.md', 'a.png', 'a.doc']) {
      it(`is ${type} by content under the name ${name}`, async () => {
        const { text, file, findings } = await readDocument({ name, bytes: await content() });
        assert.equal(text, 'Some text.');
        assert.equal(file.detected_type, type);
        const isExpected = name === `a.${type}`;
        assert.deepEqual(
          findings.map(({ id }) => id),
          isExpected ? [] : ['file.type_mismatch'],
        );
      });
    }

    it(`is ${type} without a name, and that is no mismatch`, async () => {
      const { file, findings } = await readDocument({ name: null, bytes: await content() });
      assert.deepEqual([file.name, file.type, file.detected_type], [null, null, type]);
      assert.deepEqual(findings, []);
    });
  }

  it('is plain text under the name of a PDF or a picture, with a finding', async () => {
    for (const name of ['a.pdf', 'a.docx', 'a.jpg']) {
      const { file, findings } = await readDocument({ name, bytes: Buffer.from('Some text.') });
      assert.equal(file.detected_type, 'txt');
      assert.deepEqual(
        findings.map(({ id }) => id),
        ['file.type_mismatch'],
      );
    }
  });

  it('is plain text under the name of data or source code, without a finding', async () => {
    const { findings } = await readDocument({ name: 'data.CSV', bytes: Buffer.from('a,b\n1,2') });
    assert.deepEqual(findings, []);
  });

  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    Buffer.alloc(200, 7),
  ]);
  const refused: Record<string, () => Promise<Uint8Array>> = {
    'a picture': async () => png,
    'an old Office file': async () =>
      Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    'an RTF document': async () => Buffer.from('{\\rtf1\\ansi Some text.}'),
    'a ZIP of something else': async () => await archiveOf('notes.txt', 'Some text.'),
    'a spreadsheet': async () =>
      await archiveOf(
        '[Content_Types].xml',
        '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>',
      ),
    'a program': async () =>
      Buffer.concat([Buffer.from('\x7fELF\x02\x01\x01', 'latin1'), Buffer.alloc(500, 1)]),
    'compressed noise': async () =>
      deflateRawSync(
        Buffer.from(
          Array.from({ length: 9_000 }, (_, index) => String((index * index) % 977)).join(''),
        ),
      ),
    'an XML feed': async () => Buffer.from('<?xml version="1.0"?><rss><channel/></rss>'),
  };
  for (const [what, content] of Object.entries(refused)) {
    for (const name of ['a.pdf', 'a.docx', 'a.txt', null]) {
      it(`is unsupported for ${what} named ${name}`, async () => {
        await assert.rejects(readDocument({ name, bytes: await content() }), {
          code: 'unsupported_type',
        });
      });
    }
  }

  it('is a DOCX that cannot be read when it is behind a password', async () => {
    const container = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(500),
      Buffer.from('EncryptedPackage', 'utf16le'),
      Buffer.alloc(100),
    ]);
    await assert.rejects(readDocument({ name: 'a.docx', bytes: container }), {
      code: 'unreadable',
    });
  });

  it('is empty when a text is blank', async () => {
    await assert.rejects(readDocument({ name: 'a.txt', bytes: Buffer.from(' \n\t\r\n ') }), {
      code: 'empty',
    });
    await assert.rejects(readDocument({ name: 'a.md', bytes: Buffer.from('\ufeff\n') }), {
      code: 'empty',
    });
  });

  it('is the one the bytes start with when they are two at once, with a finding', async () => {
    const pdf = await contents.pdf?.();
    const zip = await archiveOf('hidden.txt', 'Some other text.');
    const bytes = Buffer.concat([pdf ?? new Uint8Array(), zip]);
    const { file, findings } = await readDocument({ name: 'a.pdf', bytes });
    assert.equal(file.detected_type, 'pdf');
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['file.polyglot'],
    );
  });

  it('is not PDF for a text that speaks about PDF', async () => {
    const { file } = await readDocument({
      name: 'a.txt',
      bytes: Buffer.from('Every file starts with %PDF-1.7, they say.'),
    });
    assert.equal(file.detected_type, 'txt');
  });

  it('counts 400,000 code points, not code units', async () => {
    const most = Buffer.from('😀'.repeat(400_000));
    assert.equal((await readDocument({ name: 'a.txt', bytes: most })).text.length, 800_000);
    const more = Buffer.from('a'.repeat(400_001));
    await assert.rejects(readDocument({ name: 'a.txt', bytes: more }), { code: 'text_too_long' });
  });
});
