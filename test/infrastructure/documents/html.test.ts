import assert from 'node:assert/strict';
import { readDocument } from '../../../infrastructure/documents/read-document.ts';

async function read(html: string) {
  return await readDocument({ name: 'page.html', bytes: Buffer.from(html) });
}

async function textOf(html: string): Promise<string> {
  return (await read(`<!doctype html><body>${html}`)).text;
}

describe('the text of an HTML page', () => {
  it('keeps blocks apart and joins what stands inside one', async () => {
    const html =
      '<h1>Title</h1>\n <p>One <b>bold</b>\n   word.</p><p>Two<i>gether</i> &amp; more</p>';
    assert.equal(await textOf(html), 'Title\n\nOne bold word.\n\nTwogether & more');
  });

  it('writes lists and tables line by line', async () => {
    const html =
      '<ul> <li>one</li> <li>two</li> </ul><table><tr><td>a</td> <td>b</td></tr> <tr><td>c</td><td>d</td></tr></table>';
    assert.equal(await textOf(html), 'one\ntwo\n\na\tb\nc\td');
  });

  it('takes one line break as a line and two as a paragraph', async () => {
    assert.equal(await textOf('one<br>two<br><br>three'), 'one\ntwo\n\nthree');
  });

  it('keeps white space in preformatted text and no-break spaces everywhere', async () => {
    assert.equal(await textOf('<pre>a  b\n  c</pre><p>5&nbsp;km</p>'), 'a  b\n  c\n\n5\u00a0km');
  });

  it('leaves out what a browser does not show', async () => {
    const html =
      '<script>code()</script><style>p{}</style><template>t</template><noscript>n</noscript><!-- c --><select><option>o</option></select><p>Seen.</p>';
    assert.equal(await textOf(html), 'Seen.');
  });

  it('is unreadable when there is none', async () => {
    await assert.rejects(read('<!doctype html><p> </p>'), { code: 'unreadable' });
  });
});

describe('hidden text in an HTML page', () => {
  const ways: Record<string, readonly [html: string, severity: string]> = {
    'the hidden attribute': ['<p hidden>secret</p>', 'low'],
    'display none': ['<div style="DISPLAY : none !important"><p>secret</p></div>', 'low'],
    'a class rule': ['<style>.x, .y { display: none }</style><p class="a y">secret</p>', 'low'],
    'an id rule after a comment': [
      '<style>/* } */ #z{visibility:hidden}</style><p id="z">secret</p>',
      'low',
    ],
    'a font of no size': ['<span style="font-size:0">secret</span>', 'high'],
    'white on white': ['<p style="color:#FFF;background:white">secret</p>', 'high'],
    'the colour of a parent': [
      '<div bgcolor="#ffffff"><p style="color: rgb(255, 255, 255)">secret</p></div>',
      'high',
    ],
    'a place off the screen': ['<p style="position:absolute;left:-9999px">secret</p>', 'high'],
    'no opacity': ['<p style="opacity:0">secret</p>', 'high'],
  };
  for (const [way, [html, severity]] of Object.entries(ways)) {
    it(`leaves out and reports text hidden by ${way}`, async () => {
      const { text, file, findings } = await read(`<!doctype html><body><p>Seen.</p>${html}`);
      assert.equal(text, 'Seen.');
      assert.equal(file.hidden_text_chars, 6);
      const finding = findings.find(({ id }) => id === 'html.hidden_text');
      assert.equal(finding?.severity, severity);
      assert.equal(finding?.evidence.sample, 'secret');
    });
  }

  const visible = {
    'white text on black': '<p style="color:white;background:black">shown</p>',
    'a rule for printing':
      '<style>@media print { .x { display: none } }</style><p class="x">shown</p>',
    'a rule with a complicated selector':
      '<style>.menu > .x:hover { display: none }</style><p class="x">shown</p>',
    'half an opacity': '<p style="opacity:0.5">shown</p>',
    'a normal font': '<p style="font-size:10px">shown</p>',
  };
  for (const [way, html] of Object.entries(visible)) {
    it(`keeps ${way}`, async () => {
      assert.equal((await read(`<!doctype html><body>${html}`)).text, 'shown');
    });
  }
});

describe('marks in an HTML page', () => {
  it('gives generator, author and dates', async () => {
    const { file, findings } = await read(
      '<!doctype html><head><meta name="generator" content="pandoc 3.1"><meta name="author" content="Jane"><meta property="article:published_time" content="2024-03-01T10:00:00Z"></head><p>Text</p>',
    );
    assert.equal(file.application, 'pandoc 3.1');
    assert.deepEqual(file.authors, ['Jane']);
    assert.equal(file.created, '2024-03-01T10:00:00.000Z');
    assert.deepEqual(
      findings.map(({ id }) => id),
      ['meta.generator_library'],
    );
  });

  it('declares AI for the page itself, not for a picture in it', async () => {
    const json = (type: string): string =>
      `<!doctype html><script type="application/ld+json">{"@graph":[{"@type":"${type}","digitalSourceType":"https://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"}]}</script><p>Text</p>`;
    assert.equal((await read(json('NewsArticle'))).provenance.declared, 'ai_generated');
    assert.equal((await read(json('ImageObject'))).provenance.declared, null);
  });

  it('detects a link to a C2PA manifest', async () => {
    const { provenance } = await read(
      '<!doctype html><link rel="c2pa-manifest" href="m.c2pa"><p>Text</p>',
    );
    assert.deepEqual(
      provenance.marks.map(({ kind, validated }) => [kind, validated]),
      [['c2pa_manifest', false]],
    );
  });

  it('reports the attributes of chat pages, not those of calendars', async () => {
    const chat =
      '<p data-start="0" data-end="20">a</p><p data-start="22" data-end="40">b</p><p data-start="42" data-end="60" data-is-last-node="">c</p>';
    const calendar =
      '<p data-start="2024-01-01" data-end="2024-01-02">a</p><p data-start="9:00" data-end="10:00">b</p>';
    const idsOf = async (html: string) =>
      (await read(`<!doctype html>${html}`)).findings.map(({ id }) => id);
    assert.deepEqual(await idsOf(chat), ['artefact.chat_html_attributes']);
    assert.deepEqual(await idsOf(calendar), []);
  });

  it('reports comments with prose, not those of programs', async () => {
    const idsOf = async (comment: string) =>
      (await read(`<!doctype html><!--${comment}--><p>Text</p>`)).findings.map(({ id }) => id);
    assert.deepEqual(await idsOf(' please remember to fix this part '), ['html.hidden_comment']);
    assert.deepEqual(await idsOf('StartFragment'), []);
  });
});

describe('a hostile HTML page', () => {
  it('is read when 100,000 elements are nested', async () => {
    const html = `<!doctype html>${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}`;
    assert.equal((await read(html)).text, 'deep');
  });

  it('is read in time with a style sheet that never closes', async () => {
    const start = performance.now();
    const html = `<!doctype html><style>${'a{'.repeat(100_000)}</style><style>${'/*'.repeat(100_000)}</style><p>Text</p>`;
    assert.equal((await read(html)).text, 'Text');
    assert.ok(performance.now() - start < 30_000);
  });

  it('is read in time with one element of 100,000 attributes and a style of a megabyte', async () => {
    const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=x`).join(' ');
    const html = `<!doctype html><p ${attributes} style="${'color:red;'.repeat(100_000)}">Text</p>`;
    const start = performance.now();
    assert.equal((await read(html)).text, 'Text');
    assert.ok(performance.now() - start < 30_000);
  });

  it('stops at more than 400,000 characters', async () => {
    await assert.rejects(read(`<!doctype html><p>${'word '.repeat(81_000)}x`), {
      code: 'text_too_long',
    });
    assert.equal((await read(`<!doctype html><p>${'😀'.repeat(400_000)}`)).text.length, 800_000);
  });
});
