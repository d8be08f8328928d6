import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';
import {
  column,
  type PdfParts,
  pdfFile,
  pdfOfObjects,
  stream,
} from '../../support/documents/pdf-file.ts';

async function read(parts: PdfParts) {
  return await readDocument({ name: 'paper.pdf', bytes: pdfFile(parts) });
}

async function textOf(...pages: PdfParts['pages']): Promise<string> {
  return (await read({ pages })).text;
}

const left = [
  'Alice was beginning to get very',
  'tired of sitting by her sister on',
  'the bank, and of having nothing to',
  'do: once or twice she had peeped',
  'into the book her sister was read-',
  'ing, but it had no pictures or',
  'conversations in it, and what is',
  'the use of a book, thought Alice,',
];
const right = [
  'without pictures or conversations?',
  'So she was considering in her own',
  'mind (as well as she could, for the',
  'hot day made her feel very sleepy',
  'and stupid), whether the pleasure',
  'of making a daisy-chain would be',
  'worth the trouble of getting up and',
  'picking the daisies.',
];
const wonderland =
  'Alice was beginning to get very tired of sitting by her sister on the bank, and of having nothing to do: once or twice she had peeped into the book her sister was reading, but it had no pictures or conversations in it, and what is the use of a book, thought Alice, without pictures or conversations? So she was considering in her own mind (as well as she could, for the hot day made her feel very sleepy and stupid), whether the pleasure of making a daisy-chain would be worth the trouble of getting up and picking the daisies.';

describe('the text of a PDF', () => {
  it('reads two columns one after the other when each is drawn in one go', async () => {
    const page = [...column({ x: 50, y: 700 }, left), ...column({ x: 320, y: 700 }, right)];
    assert.equal(await textOf(page), wonderland);
  });

  it('reads two columns one after the other when the page is drawn row by row', async () => {
    const columns = [column({ x: 50, y: 700 }, left), column({ x: 320, y: 700 }, right)];
    const rows = left.flatMap((_, index) =>
      columns.flatMap((lines) => lines.slice(index, index + 1)),
    );
    assert.equal(await textOf(rows), wonderland);
  });

  it('reads two columns one after the other when the right one is drawn first', async () => {
    const page = [...column({ x: 320, y: 700 }, right), ...column({ x: 50, y: 700 }, left)];
    assert.equal(await textOf(page), wonderland);
  });

  it('puts a title over both columns first, wherever it is drawn', async () => {
    const title = { x: 120, y: 740, text: "Alice's Adventures in Wonderland and More", size: 16 };
    const page = [...column({ x: 50, y: 700 }, left), ...column({ x: 320, y: 700 }, right), title];
    assert.equal(await textOf(page), `${title.text}\n\n${wonderland}`);
  });

  it('joins words hyphenated at line ends, but keeps compounds the document writes elsewhere', async () => {
    const page = column({ x: 50, y: 700 }, [
      'A well-known rule of printing says that the read-',
      'er sees no hyphen, except in a word like well-',
      'known that is written with one everywhere else.',
    ]);
    assert.equal(
      await textOf(page),
      'A well-known rule of printing says that the reader sees no hyphen, except in a word like well-known that is written with one everywhere else.',
    );
  });

  it('starts a paragraph at an indent and at a wider gap', async () => {
    const lines = column({ x: 50, y: 700 }, [
      'It was the best of times, it was the',
      'worst of times, it was the age of it,',
    ]);
    const indented = [
      { x: 62, y: 676, text: 'There were a king with a large jaw' },
      { x: 50, y: 664, text: 'and a queen with a plain face, on' },
    ];
    const apart = [{ x: 50, y: 630, text: 'It was the year of Our Lord.' }];
    assert.equal(
      await textOf([...lines, ...indented, ...apart]),
      'It was the best of times, it was the worst of times, it was the age of it,\n\nThere were a king with a large jaw and a queen with a plain face, on\n\nIt was the year of Our Lord.',
    );
  });

  it('goes on with a sentence on the next page', async () => {
    const first = column({ x: 50, y: 100 }, ['The sentence that starts here']);
    const second = column({ x: 50, y: 700 }, ['ends on the next page.']);
    assert.equal(
      await textOf(first, second),
      'The sentence that starts here ends on the next page.',
    );
  });

  it('keeps the rows of a table together', async () => {
    const rows = ['Year Amount Share', '1905 120 12', '1906 140 14', '1907 150 15'].flatMap(
      (row, index) =>
        row.split(' ').map((text, cell) => ({ x: 50 + cell * 150, y: 700 - index * 20, text })),
    );
    assert.match(
      await textOf(rows),
      /^Year Amount Share\s+1905 120 12\s+1906 140 14\s+1907 150 15$/,
    );
  });

  it('joins words that are drawn one by one, out of order', async () => {
    const words = [
      { x: 86, y: 700, text: 'quick' },
      { x: 50, y: 700, text: 'Every' },
      { x: 122, y: 700, text: 'word.' },
    ];
    assert.equal(await textOf(words), 'Every quick word.');
  });

  it('is unreadable when there is none', async () => {
    await assert.rejects(textOf([]), { code: 'unreadable', message: /no text/ });
  });

  it('is unreadable when the fonts give control characters instead of letters', async () => {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Courier /ToUnicode 6 0 R >>`;
    const map = stream(
      '/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfrange <41> <5a> <0001> endbfrange endcmap',
    );
    const bytes = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
      stream('BT /F1 10 Tf 50 700 Td (ABCDEFGH ABCDEFGHIJ ABCDEF) Tj ET'),
      font,
      map,
    ]);
    await assert.rejects(readDocument({ name: null, bytes }), {
      code: 'unreadable',
      message: /fonts/,
    });
  });
});

describe('the metadata of a PDF', () => {
  const pages = [column({ x: 50, y: 700 }, ['Some text.'])];

  it('fills the file section', async () => {
    const { file, findings } = await read({
      pages,
      info: "/Title (T) /Author (Jane Austen) /Creator (LaTeX with hyperref) /Producer (pdfTeX-1.40.21) /CreationDate (D:20240301120000+02'00') /ModDate (D:20240302)",
    });
    assert.equal(file.detected_type, 'pdf');
    assert.equal(file.pages, 1);
    assert.equal(file.created, '2024-03-01T10:00:00.000Z');
    assert.equal(file.modified, '2024-03-02T00:00:00.000Z');
    assert.equal(file.creator, 'LaTeX with hyperref');
    assert.equal(file.application, 'LaTeX with hyperref');
    assert.equal(file.producer, 'pdfTeX-1.40.21');
    assert.deepEqual(file.authors, ['Jane Austen']);
    assert.equal(file.revisions, 1);
    assert.deepEqual(findings, []);
  });

  it('declares AI when the XMP gives the IPTC source type', async () => {
    const xmp = (code: string): string =>
      `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${code}"/></rdf:RDF></x:xmpmeta>`;
    const generated = await read({ pages, xmp: xmp('trainedAlgorithmicMedia') });
    assert.equal(generated.provenance.declared, 'ai_generated');
    assert.deepEqual(
      generated.findings.map(({ id, hard }) => [id, hard]),
      [['provenance.iptc_source_type', true]],
    );
    const algorithmic = await read({ pages, xmp: xmp('algorithmicMedia') });
    assert.equal(algorithmic.provenance.declared, null);
    assert.deepEqual(algorithmic.findings, []);
    assert.equal(algorithmic.provenance.marks[0]?.value, 'algorithmicMedia');
  });

  it('names a generator that is AI, and one that is a library', async () => {
    const { findings } = await read({
      pages,
      info: '/Creator (ChatGPT) /Producer (Skia/PDF m120)',
    });
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['meta.generator_ai', 'meta.generator_library'],
    );
  });

  it('counts the times the file was saved', async () => {
    const once = Buffer.from(pdfFile({ pages }));
    const start = once.lastIndexOf('xref\n0');
    const update = Buffer.from(
      `xref\n0 0\ntrailer\n<< /Size 6 /Root 1 0 R /Prev ${start} >>\nstartxref\n${once.length}\n%%EOF\n`,
    );
    const { file, findings } = await readDocument({
      name: null,
      bytes: Buffer.concat([once, update]),
    });
    assert.equal(file.revisions, 2);
    assert.deepEqual(
      findings.map(({ id, severity }) => [id, severity]),
      [['pdf.incremental_update', 'info']],
    );
  });

  it('detects a C2PA manifest without claiming that it is valid', async () => {
    const bytes = Buffer.concat([pdfFile({ pages }), Buffer.from('\n....jumb....jumdc2pa....\n')]);
    const { provenance, findings } = await readDocument({ name: null, bytes });
    assert.deepEqual(
      provenance.marks.map(({ kind, validated }) => [kind, validated]),
      [['c2pa_manifest', false]],
    );
    assert.deepEqual(
      findings.map(({ id, hard }) => [id, hard]),
      [['provenance.c2pa_manifest', false]],
    );
  });
});
