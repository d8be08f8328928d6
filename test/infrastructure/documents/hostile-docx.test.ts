import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';
import { docxFile, paragraph } from '../../support/documents/docx-file.ts';
import { type RawEntry, rawZip, zipOf } from '../../support/documents/raw-zip.ts';

async function refuses(bytes: Uint8Array, message: RegExp): Promise<void> {
  await assert.rejects(readDocument({ name: 'a.docx', bytes }), { code: 'unreadable', message });
}

const contentTypes = Buffer.from(
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
);
const rootLinks = Buffer.from(
  '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="word/document.xml"/></Relationships>',
);

function around(document: RawEntry, others: readonly RawEntry[] = []): Uint8Array {
  return rawZip([
    { name: '[Content_Types].xml', content: contentTypes },
    { name: '_rels/.rels', content: rootLinks },
    document,
    ...others,
  ]);
}

function documentEntry(content: string | Buffer): RawEntry {
  return { name: 'word/document.xml', content: Buffer.from(content) };
}

describe('a hostile DOCX', () => {
  it('is read when it is honest: the raw archive of these tests works', async () => {
    const bytes = around(
      documentEntry(`<document><body>${paragraph('Fine.').replaceAll('w:', '')}</body></document>`),
    );
    assert.equal((await readDocument({ name: null, bytes })).text, 'Fine.');
  });

  it('is refused at 300 MB of spaces, before anything is unpacked', async () => {
    const bytes = around(documentEntry(Buffer.alloc(299_000_000, ' ')));
    const before = process.memoryUsage().rss;
    await refuses(bytes, /far more than a document/);
    assert.ok(process.memoryUsage().rss - before < 100_000_000);
  });

  it('is stopped when a part is larger than it declares', async () => {
    const content = Buffer.alloc(200_000_000, ' ');
    const bytes = around({ name: 'word/document.xml', content, declaredBytes: 1_000 });
    const start = performance.now();
    await refuses(bytes, /larger than it claims/);
    assert.ok(performance.now() - start < 30_000);
  });

  it('is refused with encrypted entries', async () => {
    const bytes = around({ ...documentEntry('<a/>'), flags: 1 });
    await refuses(bytes, /encrypted/);
  });

  it('is refused with two entries of one name', async () => {
    await refuses(around(documentEntry('<a/>'), [documentEntry('<b/>')]), /same name/);
  });

  it('is refused with more than 2,000 entries', async () => {
    const many = Array.from({ length: 2_000 }, (_, index) => ({
      name: `x${index}`,
      content: Buffer.from('a'),
    }));
    await refuses(around(documentEntry('<a/>'), many), /entries/);
  });

  it('is refused when entries share their bytes', async () => {
    const honest = Buffer.from(around(documentEntry('<a/>')));
    const start = honest.readUInt32LE(honest.length - 6);
    const entry = honest.subarray(start, honest.length - 22);
    const copy = Buffer.from(entry);
    // Another name for the copies, the same bytes behind them.
    copy.write('X', copy.indexOf('[Content_Types].xml'));
    copy.write('Y', copy.indexOf('_rels/.rels'));
    copy.write('Z', copy.indexOf('word/document.xml'));
    const count = 3;
    const bytes = Buffer.from(
      zipOf({ locals: [honest.subarray(0, start)], directory: [entry, copy], start }),
    );
    bytes.writeUInt16LE(count * 2, bytes.length - 12);
    bytes.writeUInt16LE(count * 2, bytes.length - 14);
    await refuses(bytes, /overlap/);
  });

  it('is refused with 100,000 nested elements', async () => {
    const bytes = await docxFile({ body: '<w:p>'.repeat(100_000) + '</w:p>'.repeat(100_000) });
    await refuses(bytes, /nested too deeply/);
  });

  it('is refused with 100,000 attributes', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}="b"`).join(' ');
    await refuses(await docxFile({ body: `<w:p ${attributes}/>` }), /too many attributes/);
  });

  it('is refused with a DOCTYPE, so that no entity can expand', async () => {
    const laughs =
      '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>';
    await refuses(
      around(documentEntry(`${laughs}<document><body><p><r><t>&c;</t></r></p></body></document>`)),
      /DOCTYPE/,
    );
  });

  it('is refused with broken XML', async () => {
    await refuses(await docxFile({ body: '<w:p><w:r></w:p></w:r>' }), /broken/);
    await refuses(await docxFile({ body: '<w:p' }), /broken/);
  });

  it('is refused when it is cut off', async () => {
    const whole = await docxFile({ body: paragraph('The end is missing.') });
    await refuses(whole.subarray(0, whole.length - 100), /cut off or damaged/);
  });

  it('changes no prototype with names that mean something to JavaScript', async () => {
    const body = '<w:p><__proto__ polluted="yes"><w:r><w:t>x</w:t></w:r></__proto__></w:p>';
    await refuses(await docxFile({ body }), /broken/);
    const attribute = `<w:p __proto__="polluted">${paragraph('x')}</w:p>`;
    await refuses(await docxFile({ body: attribute }), /broken/);
    const harmless = await docxFile({
      body: `<w:hasOwnProperty>${paragraph('kept')}</w:hasOwnProperty>`,
    });
    assert.equal((await readDocument({ name: null, bytes: harmless })).text, 'kept');
    assert.equal(Reflect.get({}, 'polluted'), undefined);
  });

  it('takes 20,000 unclosed fields and nested tables without slowing down', async () => {
    const field = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>'.repeat(20_000);
    const start = performance.now();
    const body = paragraph('Before') + field;
    assert.equal(
      (await readDocument({ name: null, bytes: await docxFile({ body }) })).text,
      'Before',
    );
    assert.ok(performance.now() - start < 30_000);
  });

  it('stops at more than 400,000 characters', async () => {
    const body = paragraph('many words here '.repeat(100)).repeat(260);
    await assert.rejects(readDocument({ name: null, bytes: await docxFile({ body }) }), {
      code: 'text_too_long',
    });
  });
});
