import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseHeaderValue } from '../../../interfaces/http/body/header-value.ts';
import { parseMultipart } from '../../../interfaces/http/body/multipart.ts';

const parse = (body: string | Buffer, boundary = 'b') =>
  parseMultipart(Buffer.from(body), boundary);

const disposition = 'Content-Disposition: form-data; name="file"';

function partsOf(body: string) {
  const parsed = parse(body);
  assert.ok(parsed.ok, body.slice(0, 200));
  return parsed.value.map(({ name, fileName, charset, bytes }) => ({
    name,
    fileName,
    charset,
    text: bytes.toString('utf8'),
  }));
}

function refuses(body: string) {
  const parsed = parse(body);
  assert.ok(!parsed.ok, JSON.stringify(body));
  assert.equal(parsed.refusal.code, 'bad_json');
}

function fileNameOf(parameters: string) {
  const parsed = parse(`--b\r\n${disposition}; ${parameters}\r\n\r\nx\r\n--b--`);
  return parsed.ok ? parsed.value[0]?.fileName : 'refused';
}

describe('the multipart parser', () => {
  it('gives back any bytes under any boundary', () => {
    const bytes = fc.uint8Array({ maxLength: 300 });
    // Bytes made of the delimiter's own letters come close to it far more often than random ones.
    const nasty = fc.array(fc.constantFrom(13, 10, 45, 98), { maxLength: 60 });
    const contents = fc.oneof(
      bytes,
      nasty.map((list) => Uint8Array.from(list)),
    );
    const boundary = fc.stringMatching(/^[b'()+_,./:=?-]{1,30}$/);
    fc.assert(
      fc.property(fc.array(contents, { minLength: 1, maxLength: 5 }), boundary, (list, edge) => {
        const usable = list.map(Buffer.from);
        fc.pre(usable.every((content) => !content.includes(`--${edge}`)));
        const pieces = usable.flatMap((content) => [
          Buffer.from(`--${edge}\r\n${disposition}\r\n\r\n`),
          content,
          Buffer.from('\r\n'),
        ]);
        const parsed = parse(Buffer.concat([...pieces, Buffer.from(`--${edge}--`)]), edge);
        assert.ok(parsed.ok);
        assert.deepEqual(
          parsed.value.map((part) => Buffer.from(part.bytes)),
          usable,
        );
      }),
    );
  });

  it('never throws on garbage', () => {
    const pieces = ['--b', '--', '\r\n', '\n', disposition, ': ', '; filename="', '"', 'b', '\0'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (list) => {
        const parsed = parse(list.join(''));
        assert.ok(parsed.ok || parsed.refusal.code === 'bad_json');
      }),
      { numRuns: 2000 },
    );
  });

  it('skips a preamble and an epilogue', () => {
    const body = `hello\r\n--b \t\r\n${disposition}\r\n\r\nx\r\n--b--\r\nbye`;
    assert.deepEqual(partsOf(body), [{ name: 'file', fileName: null, charset: null, text: 'x' }]);
  });

  it('takes empty parts', () => {
    assert.equal(partsOf(`--b\r\n${disposition}\r\n\r\n\r\n--b--`)[0]?.text, '');
    assert.equal(partsOf(`--b\r\n${disposition}\r\n\r\n--b--`)[0]?.text, '');
  });

  it('refuses what it cannot read', () => {
    const bodies = [
      '',
      'no boundary',
      `--b\n${disposition}\n\nx\n--b--`,
      `--b\r\n${disposition}\r\n\r\nx`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--b-`,
      `--b\r\n${disposition}\r\n\r\nx\r\n--bc\r\ny\r\n--b--`,
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
    for (const body of bodies) refuses(body);
  });

  it('keeps the base name of a file', () => {
    assert.equal(fileNameOf('filename="../../etc/passwd"'), 'passwd');
    assert.equal(fileNameOf('filename="C:\\dir\\paper.docx"'), 'paper.docx');
    assert.equal(fileNameOf('filename="say \\"hi\\".txt"'), 'say "hi".txt');
    assert.equal(fileNameOf('filename="say %22hi%22.txt"'), 'say "hi".txt');
    assert.equal(fileNameOf('filename=plain.txt'), 'plain.txt');
    assert.equal(fileNameOf('filename="x"; filename*=UTF-8\'\'na%C3%AFve.txt'), 'naïve.txt');
    assert.equal(fileNameOf("filename*=UTF-8''%C3"), 'refused');
    assert.equal(fileNameOf('filename="folder/"'), null);
    assert.equal(fileNameOf(`filename="${'x'.repeat(300)}"`)?.length, 255);
  });

  it('reads twenty megabytes of almost boundaries in no time', () => {
    for (const line of ['\r\n--', '\r\n--b', '\r\n--bx', '\r\n-', '--b']) {
      const body = `--b\r\n${disposition}\r\n\r\n${line.repeat(20_000_000 / line.length)}\r\n--b--`;
      const bytes = Buffer.from(body);
      const startedMs = performance.now();
      parseMultipart(bytes, 'b');
      assert.ok(performance.now() - startedMs < 1_000, JSON.stringify(line));
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
