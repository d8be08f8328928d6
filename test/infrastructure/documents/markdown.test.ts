import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';

async function read(markdown: string) {
  return await readDocument({ name: 'notes.md', bytes: Buffer.from(markdown) });
}

describe('the text of a Markdown file', () => {
  it('has no marks, keeps the text of links and of code', async () => {
    const { text, file } = await read(
      '# Title\n\nSome *emphasis*, a [link](http://example.org) and `code`.\n\n- one\n- two\n\n```js\nlet  a = 1;\n```\n\n> quoted\n',
    );
    assert.equal(file.detected_type, 'md');
    assert.match(
      text,
      /^Title\n\nSome emphasis, a link and code\.\n\none\ntwo\n\nlet {2}a = 1;\n+quoted$/,
    );
  });

  it('leaves out front matter, comments and hidden HTML', async () => {
    const { text, findings } = await read(
      '---\ntitle: Notes\n---\nShown.\n\n<!-- this is a hidden remark -->\n\n<p style="display:none">Not shown.</p>\n',
    );
    assert.equal(text, 'Shown.');
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['html.hidden_text', 'md.hidden_comment'],
    );
  });

  it('takes what front matter declares', async () => {
    const generated = await read('---\nai_generated: true\nauthor: "ChatGPT"\n---\nText.');
    assert.equal(generated.provenance.declared, 'ai_generated');
    assert.deepEqual(
      generated.findings.map(({ id, hard }) => [id, hard]),
      [
        ['meta.generator_ai', false],
        ['provenance.declared_frontmatter', true],
      ],
    );
    assert.equal((await read('---\nai_generated: false\n---\nText.')).provenance.declared, null);
    assert.equal(
      (await read('+++\nhuman_written = true\n+++\nText.')).provenance.declared,
      'human',
    );
  });

  it('does not take a rule between paragraphs for front matter', async () => {
    assert.equal((await read('---\n\nOne.\n\nTwo.')).text, 'One.\n\nTwo.');
  });

  it('is read when a picture of a megabyte stands in it', async () => {
    const start = performance.now();
    const { text } = await read(
      `Before.\n\n![](data:image/png;base64,${'A'.repeat(3_000_000)})\n\nAfter.`,
    );
    assert.equal(text, 'Before.\n\nAfter.');
    assert.ok(performance.now() - start < 30_000);
  });

  it('is refused when it is far longer than any text may be', async () => {
    await assert.rejects(read('word '.repeat(500_000)), { code: 'text_too_long' });
  });
});
