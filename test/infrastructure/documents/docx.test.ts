import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';
import {
  type DocxParts,
  docxFile,
  paragraph,
  wordPart,
} from '../../support/documents/docx-file.ts';

async function read(parts: DocxParts) {
  return await readDocument({ name: 'letter.docx', bytes: await docxFile(parts) });
}

async function textOf(body: string): Promise<string> {
  return (await read({ body })).text;
}

describe('the text of a DOCX', () => {
  it('keeps paragraphs apart and joins the runs of one', async () => {
    const runs = '<w:p><w:r><w:t>Call me </w:t></w:r><w:r><w:t>Ishmael.</w:t></w:r></w:p>';
    assert.equal(
      await textOf(runs + paragraph('Some years ago.')),
      'Call me Ishmael.\n\nSome years ago.',
    );
  });

  it('decodes named and numeric entities and keeps characters outside the BMP', async () => {
    assert.equal(
      await textOf(paragraph('Fish &amp; chips &#8211; &#x1F600; &lt;b&gt;')),
      'Fish & chips – 😀 <b>',
    );
  });

  it('writes table cells with tabs and rows with lines', async () => {
    const cell = (text: string): string => `<w:tc><w:tcPr/>${paragraph(text)}</w:tc>`;
    const table = `<w:tbl><w:tr>${cell('one')}${cell('two')}</w:tr><w:tr>${cell('three')}${cell('four')}</w:tr></w:tbl>`;
    assert.equal(
      await textOf(paragraph('Before') + table + paragraph('After')),
      'Before\n\none\ttwo\nthree\tfour\n\nAfter',
    );
  });

  it('keeps rows apart when their first cell is empty', async () => {
    const row = (text: string): string =>
      `<w:tr><w:tc><w:p/></w:tc><w:tc>${paragraph(text)}</w:tc></w:tr>`;
    assert.equal(await textOf(`<w:tbl>${row('one')}${row('two')}</w:tbl>`), 'one\ntwo');
  });

  it('writes list items on lines of their own', async () => {
    const item = (text: string): string =>
      `<w:p><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    assert.equal(await textOf(item('one') + item('two')), 'one\ntwo');
  });

  it('draws tabs, line breaks and hyphens that do not break', async () => {
    const run =
      '<w:p><w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t></w:r></w:p>';
    assert.equal(await textOf(run), 'a\tb\nc-d');
  });

  it('takes insertions, leaves deletions out and reports both', async () => {
    const body =
      '<w:p><w:r><w:t>The </w:t></w:r><w:del w:author="Ann"><w:r><w:delText>old</w:delText><w:t>gone</w:t></w:r></w:del><w:ins w:author="Bob"><w:r><w:t>new</w:t></w:r></w:ins></w:p>';
    const { text, file, findings } = await read({ body });
    assert.equal(text, 'The new');
    assert.deepEqual(file.authors, ['Ann', 'Bob']);
    const finding = findings.find(({ id }) => id === 'docx.tracked_changes');
    assert.equal(finding?.count, 2);
    assert.equal(finding?.severity, 'info');
  });

  it('leaves field codes out and takes their results, nested ones too', async () => {
    const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
    const run = (text: string): string => `<w:r><w:t>${text}</w:t></w:r>`;
    const code = `<w:r><w:instrText>IF</w:instrText></w:r>${run('code')}${mark('begin')}${run('inner code')}${mark('separate')}${run('inner result')}${mark('end')}`;
    const field = `<w:p>${mark('begin')}${code}${mark('separate')}${run('result')}${mark('end')}${run(' after')}</w:p>`;
    assert.equal(await textOf(field), 'result after');
  });

  it('reads a text box once, after the paragraph it stands in', async () => {
    const box = (text: string): string => `<w:txbxContent>${paragraph(text)}</w:txbxContent>`;
    const body = `<w:p><w:r><w:t>around</w:t></w:r><w:r><mc:AlternateContent xmlns:mc="m"><mc:Choice>${box('boxed')}</mc:Choice><mc:Fallback>${box('boxed')}</mc:Fallback></mc:AlternateContent></w:r><w:r><w:t> it</w:t></w:r></w:p>`;
    assert.equal(await textOf(body + paragraph('next')), 'around it\n\nboxed\n\nnext');
  });

  it('puts footnotes and endnotes at the end, in the order of their references', async () => {
    const reference = (id: number): string => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`;
    const note = (id: number, text: string): string =>
      `<w:footnote w:id="${id}">${paragraph(text)}</w:footnote>`;
    const { text } = await read({
      body: `<w:p><w:r><w:t>Body</w:t></w:r>${reference(3)}${reference(2)}</w:p>`,
      parts: {
        'word/footnotes.xml': wordPart(
          'footnotes',
          note(0, 'unused') + note(2, 'second') + note(3, 'first'),
        ),
      },
    });
    assert.equal(text, 'Body\n\nfirst\n\nsecond');
  });

  it('is unreadable when there is none', async () => {
    await assert.rejects(textOf('<w:p/>'), { code: 'unreadable', message: /no text/ });
  });
});

describe('hidden text in a DOCX', () => {
  const hiding = {
    'a hidden run': '<w:vanish/>',
    'white text': '<w:color w:val="FFFFFF"/>',
    'tiny text': '<w:sz w:val="2"/>',
  };
  for (const [name, properties] of Object.entries(hiding)) {
    it(`leaves out and reports ${name}`, async () => {
      const { text, file, findings } = await read({
        body: paragraph('You see this.') + paragraph('You do not see that.', properties),
      });
      assert.equal(text, 'You see this.');
      assert.equal(file.hidden_text_chars, 'You do not see that.'.length);
      const finding = findings.find(({ id }) => id === 'docx.hidden_text');
      assert.equal(finding?.severity, 'high');
      assert.equal(finding?.hard, false);
      assert.equal(finding?.evidence.sample, 'You do not see that.');
    });
  }

  it('is found through a style that inherits it', async () => {
    const styles = wordPart(
      'styles',
      '<w:style w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>',
    );
    const hidden =
      '<w:p><w:pPr><w:pStyle w:val="B"/></w:pPr><w:r><w:t>secret</w:t></w:r><w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>shown</w:t></w:r></w:p>';
    const { text } = await read({ body: hidden, parts: { 'word/styles.xml': styles } });
    assert.equal(text, 'shown');
  });

  it('survives styles that inherit from each other in a circle', async () => {
    const styles = wordPart(
      'styles',
      '<w:style w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:styleId="B"><w:basedOn w:val="A"/></w:style>',
    );
    const body = '<w:p><w:pPr><w:pStyle w:val="A"/></w:pPr><w:r><w:t>fine</w:t></w:r></w:p>';
    assert.equal((await read({ body, parts: { 'word/styles.xml': styles } })).text, 'fine');
  });

  it('is not seen in white text on a dark ground or in a table', async () => {
    const onDark = '<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="1F3864"/>';
    const inTable = `<w:tbl><w:tr><w:tc>${paragraph('Head', '<w:color w:val="FFFFFF"/>')}</w:tc></w:tr></w:tbl>`;
    const { text, findings } = await read({ body: paragraph('Banner', onDark) + inTable });
    assert.equal(text, 'Banner\n\nHead');
    assert.deepEqual(findings, []);
  });
});
