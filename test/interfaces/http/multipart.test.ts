import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from '../../../domain/shared/refusal.ts';
import { parseHeaderValue } from '../../../interfaces/http/body/header-value.ts';
import { type FormPart, formSink } from '../../../interfaces/http/body/multipart.ts';

const limit = { maxBytes: 30_000_000, code: 'file_too_large', detail: 'Too large.' } as const;

/** What a form becomes that arrives in chunks of at most so many bytes. */
async function parse(
  body: string | Buffer,
  { boundary = 'b', chunkBytes = 65_536 } = {},
): Promise<Outcome<readonly FormPart[]>> {
  const bytes = Buffer.from(body);
  const sink = formSink({ boundary, limitOf: () => limit });
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const refusal = sink.take(bytes.subarray(at, at + chunkBytes));
    if (refusal !== null) {
      sink.abandon();
      return { ok: false, refusal };
    }
  }
  return sink.finish();
}

const disposition = 'Content-Disposition: form-data; name="file"';

async function partsOf(body: string) {
  const parsed = await parse(body);
  assert.ok(parsed.ok, body.slice(0, 200));
  return parsed.value.map(({ name, fileName, charset, bytes }) => ({
    name,
    fileName,
    charset,
    text: bytes.toString('utf8'),
  }));
}

async function refuses(body: string) {
  const parsed = await parse(body);
  assert.ok(!parsed.ok, JSON.stringify(body));
  assert.equal(parsed.refusal.code, 'bad_json');
}

async function fileNameOf(parameters: string) {
  const parsed = await parse(`--b\r\n${disposition}; ${parameters}\r\n\r\nx\r\n--b--`);
  return parsed.ok ? parsed.value[0]?.fileName : 'refused';
}

describe('the multipart parser', () => {
  it('gives back any bytes under any boundary, in chunks of any size', async () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    // Bytes made of the delimiter's own letters come close to it far more often than random ones.
    const nasty = fc.array(fc.constantFrom(13, 10, 45, 98), { maxLength: 60 });
    const contents = fc.oneof(
      bytes,
      nasty.map((list) => Uint8Array.from(list)),
    );
    const boundary = fc.stringMatching(/^[b'()+_,./:=?-]{1,30}$/);
    const lists = fc.array(contents, { minLength: 1, maxLength: 5 });
    const chunkSizes = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constant(65_536));
    await fc.assert(
      fc.asyncProperty(lists, boundary, chunkSizes, async (list, edge, chunkBytes) => {
        const usable = list.map(Buffer.from);
        fc.pre(usable.every((content) => !content.includes(`--${edge}`)));
        const pieces = usable.flatMap((content) => [
          Buffer.from(`--${edge}\r\n${disposition}\r\n\r\n`),
          content,
          Buffer.from('\r\n'),
        ]);
        const body = Buffer.concat([...pieces, Buffer.from(`--${edge}--`)]);
        const parsed = await parse(body, { boundary: edge, chunkBytes });
        assert.ok(parsed.ok);
        assert.deepEqual(
          parsed.value.map((part) => Buffer.from(part.bytes)),
          usable,
        );
      }),
    );
  });

  it('never throws on garbage', async () => {
    const pieces = ['--b', '--', '\r\n', '\n', disposition, ': ', '; filename="', '"', 'b', '\0'];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), async (list) => {
        const parsed = await parse(list.join(''));
        assert.ok(parsed.ok || parsed.refusal.code === 'bad_json');
      }),
      { numRuns: 2000 },
    );
  });

  it('skips a preamble and an epilogue', async () => {
    const body = `hello\r\n--b \t\r\n${disposition}\r\n\r\nx\r\n--b--\r\nbye`;
    assert.deepEqual(await partsOf(body), [
      { name: 'file', fileName: null, charset: null, text: 'x' },
    ]);
  });

  it('takes as many parts as a form may have', async () => {
    const part = `--b\r\n${disposition}; filename="${'n'.repeat(200)}"\r\n\r\nx\r\n`;
    assert.equal((await partsOf(`${part.repeat(30)}--b--`)).length, 30);
  });

  it('takes empty parts', async () => {
    assert.equal((await partsOf(`--b\r\n${disposition}\r\n\r\n\r\n--b--`))[0]?.text, '');
    assert.equal((await partsOf(`--b\r\n${disposition}\r\n\r\n--b--`))[0]?.text, '');
  });

  it('refuses what it cannot read', async () => {
    const bodies = [
      '',
      'no boundary',
      `--b\n${disposition}\n\nx\n--b--`,
      `--b\r\n${disposition}\r\n\r\nx`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b-`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--bc\r\ny\r\n--b--`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b12${disposition}\r\n\r\ny\r\n--b--`,
      '--b\r\n\r\nx\r\n--b--',
      '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--',
      '--b\r\nContent-Disposition: attachment; name="file"\r\n\r\nx\r\n--b--',
      '--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--',
      `--b\r\n${disposition}\r\n${disposition}\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\neA==\r\n--b--`,
      `--b\r\n${disposition}; filename="a\r\nb.txt"\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}; filename="a\r\nX-Y: b.txt"\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}; filename="a\0b"\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}; filename="a\nb"\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}; name="text"\r\n\r\nx\r\n--b--`,
      `--b\r\n${disposition}\r\nX: ${'x'.repeat(9000)}\r\n\r\nx\r\n--b--`,
      `${`--b\r\n${disposition}\r\n\r\nx\r\n`.repeat(31)}--b--`,
    ];
    for (const body of bodies) await refuses(body);
  });

  it('keeps the base name of a file', async () => {
    assert.equal(await fileNameOf('filename="../../etc/passwd"'), 'passwd');
    assert.equal(await fileNameOf('filename="C:\\dir\\paper.docx"'), 'paper.docx');
    assert.equal(await fileNameOf('filename="say \\"hi\\".txt"'), 'say "hi".txt');
    assert.equal(await fileNameOf('filename="say %22hi%22.txt"'), 'say "hi".txt');
    assert.equal(await fileNameOf('filename=plain.txt'), 'plain.txt');
    assert.equal(await fileNameOf('filename="x"; filename*=UTF-8\'\'na%C3%AFve.txt'), 'naïve.txt');
    assert.equal(await fileNameOf("filename*=UTF-8''%C3"), 'refused');
    assert.equal(await fileNameOf('filename="folder/"'), null);
    assert.equal((await fileNameOf(`filename="${'x'.repeat(300)}"`))?.length, 255);
  });

  it('reads twenty megabytes of almost boundaries in no time', async () => {
    for (const line of ['\r\n--', '\r\n--b', '\r\n--bx', '\r\n-', '--b']) {
      const body = `--b\r\n${disposition}\r\n\r\n${line.repeat(20_000_000 / line.length)}\r\n--b--`;
      const bytes = Buffer.from(body);
      const startedMs = performance.now();
      await parse(bytes);
      assert.ok(performance.now() - startedMs < 30_000, JSON.stringify(line));
    }
  });
});

describe('a header value', () => {
  it('is read with its parameters', () => {
    const value = parseHeaderValue('Multipart/Form-Data ; Boundary="a;b" ; charset=utf-8;');
    assert.equal(value?.value, 'multipart/form-data');
    assert.deepEqual(Object.fromEntries(value?.parameters ?? []), {
      boundary: 'a;b',
      charset: 'utf-8',
    });
  });

  it('is null when it is malformed', () => {
    for (const header of ['', ' ', ';', 'a/b; x="y', 'a/b; =y', 'a/b c', 'a/b; x=1; X=2']) {
      assert.equal(parseHeaderValue(header), null, header);
    }
  });

  it('is read without surprise from any string', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'a=";\\ \t/*') }), (header) => {
        const value = parseHeaderValue(header);
        assert.ok(value === null || value.value !== '');
      }),
      { numRuns: 2000 },
    );
  });
});
