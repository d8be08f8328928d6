import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Outcome } from '../../../domain/shared/refusal.ts';
import { type FormPart, formSink } from '../../../interfaces/http/body/multipart.ts';
import { ask, askForm, goodKey, openPost, type RunningApp, startApp } from './start-app.ts';

interface Mutation {
  readonly kind: 'flip' | 'delete' | 'insert' | 'copy' | 'cut';
  /** Where, as a share of the body. */
  readonly at: number;
  readonly length: number;
  readonly token: string;
}

/** What matters to a parser of forms, so that mutations hit more than content. */
const tokens = [
  '\r\n',
  '\r',
  '\n',
  '--b',
  '--b--',
  '\r\n--b\r\n',
  '\r\n--b--\r\n',
  '\r\n--bb',
  '"',
  '\\',
  ';',
  '\0',
  '\u00e9',
  '\xff',
  ': ',
  'Content-Disposition: form-data; name="file"\r\n',
  '; filename="a\r\nb"',
  "; filename*=utf-8''%ff",
  'Content-Type: text/plain; charset=utf-16\r\n',
  'Content-Transfer-Encoding: base64\r\n',
  '\r\n\r\n',
  ' '.repeat(9_000),
  'x: y\r\n'.repeat(3_000),
];

const mutations: fc.Arbitrary<readonly Mutation[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'delete', 'insert', 'copy', 'cut'),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.integer({ min: 1, max: 60 }),
    token: fc.constantFrom(...tokens),
  }),
  { minLength: 1, maxLength: 4 },
);

function mutate(bytes: Buffer, { kind, at, length, token }: Mutation): Buffer {
  const start = Math.floor(at * bytes.length);
  const before = bytes.subarray(0, start);
  const after = bytes.subarray(start);
  switch (kind) {
    case 'flip':
      return Buffer.from(bytes.map((byte, index) => (index === start ? byte ^ length : byte)));
    case 'delete':
      return Buffer.concat([before, after.subarray(length)]);
    case 'insert':
      return Buffer.concat([before, Buffer.from(token, 'latin1'), after]);
    case 'copy':
      return Buffer.concat([before, after.subarray(0, length), after]);
    case 'cut':
      return before;
  }
}

const mutated = (body: Buffer, list: readonly Mutation[]): Buffer => list.reduce(mutate, body);

const disposition = 'Content-Disposition: form-data; name=';

function body(...parts: readonly string[]): Buffer {
  return Buffer.from(`${parts.map((part) => `--b\r\n${part}\r\n`).join('')}--b--\r\n`);
}

const bodies = [
  body(`${disposition}"text"\r\n\r\nCall me Ishmael.`),
  body(
    `${disposition}"file"; filename="na\u00efve.txt"\r\nContent-Type: text/plain\r\n\r\nCall me.\r\n--\r\n`,
    `${disposition}"grammar"\r\n\r\ntrue`,
    `${disposition}"ui_lang"\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nde`,
  ),
  body(
    `${disposition}"ai"\r\n\r\nfalse`,
    `${disposition}"plagiarism"\r\n\r\ntrue`,
    `${disposition}"file"; filename="a.bin"; filename*=UTF-8''a.bin\r\n\r\n\0\u0001\r\n\r\n--`,
    `${disposition}"store"\r\n\r\ntrue`,
  ),
];
const forms = fc.constantFrom(...bodies);

/** What API.md answers to a request that is at fault by its form or its content. */
const allowed: ReadonlyMap<number, readonly string[]> = new Map([
  [400, ['bad_json', 'empty', 'no_checks']],
  [413, ['file_too_large', 'text_too_long']],
  [415, ['unsupported_type']],
]);

describe('forms that were damaged', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  function assertSpecified(reply: Awaited<ReturnType<typeof ask>>) {
    if (reply.status === 200) return;
    assert.ok(allowed.get(reply.status)?.includes(String(reply.json.code)), reply.text);
    assert.equal(typeof reply.json.detail, 'string');
    assert.equal(reply.json.status, reply.status);
  }

  it('are answered with a report or the specified error, and reach a check only in the first case', async () => {
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(forms, mutations, async (form, list) => {
        const asked = app.application.asked.length;
        const reply = await askForm(app, '/v1/analyze', { body: mutated(form, list) });
        assertSpecified(reply);
        assert.equal(app.application.asked.length - asked, reply.status === 200 ? 1 : 0);
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      }),
      { numRuns: 400 },
    );
    // Mutations that all fail alike would prove little.
    assert.ok((statuses.get(200) ?? 0) > 20 && (statuses.get(400) ?? 0) > 20);
  });

  it('are answered likewise under any content type', async () => {
    const types = fc.oneof(
      fc.string({ unit: fc.constantFrom(...'b;=" ,/-'), maxLength: 30 }),
      fc.stringMatching(/^; ?boundary="?[ -~]{0,75}"?$/),
    );
    await fc.assert(
      fc.asyncProperty(forms, types, async (form, parameters) => {
        const reply = await ask(app, '/v1/analyze', {
          method: 'POST',
          headers: { 'content-type': `multipart/form-data${parameters}` },
          body: new Uint8Array(form),
        });
        assertSpecified(reply);
      }),
      { numRuns: 200 },
    );
  });

  it('leave the server unharmed when the client goes away at any byte', async () => {
    await fc.assert(
      fc.asyncProperty(forms, fc.double({ min: 0, max: 1, noNaN: true }), async (form, share) => {
        const post = openPost(app, '/v1/detect', {
          authorization: `Bearer ${goodKey}`,
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': String(form.length + 1),
        });
        post.on('error', () => {});
        const part = form.subarray(0, 1 + Math.floor(share * form.length));
        await new Promise<void>((resolve) => post.write(part, () => resolve()));
        post.destroy();
      }),
      { numRuns: 50 },
    );
    assert.equal((await ask(app, '/health')).status, 200);
    assert.ok(!app.logged.some(({ level }) => level === 'error'));
  });
});

describe('the multipart parser on damaged forms', () => {
  const limit = { maxBytes: 1_000_000, code: 'file_too_large', detail: 'Too large.' } as const;

  async function parse(bytes: Buffer, sizes: readonly number[]): Promise<unknown> {
    const sink = formSink({ boundary: 'b', limitOf: () => limit });
    let at = 0;
    for (let turn = 0; at < bytes.length; turn += 1) {
      const size = sizes[turn % sizes.length] ?? 1;
      const refusal = sink.take(bytes.subarray(at, at + size));
      if (refusal !== null) return refusal.code;
      at += size;
    }
    return comparable(await sink.finish());
  }

  function comparable(outcome: Outcome<readonly FormPart[]>): unknown {
    if (!outcome.ok) return outcome.refusal.code;
    return outcome.value.map(({ bytes, ...names }) => ({ ...names, bytes: [...bytes] }));
  }

  it('says the same however the bytes are cut into chunks', async () => {
    const sizes = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(forms, mutations, sizes, async (form, list, chunks) => {
        const bytes = mutated(form, list);
        assert.deepEqual(await parse(bytes, chunks), await parse(bytes, [bytes.length + 1]));
      }),
      { numRuns: 1_000 },
    );
  });

  it('loses no part: what it takes has as many as there are delimiters before the last', async () => {
    await fc.assert(
      fc.asyncProperty(forms, mutations, async (form, list) => {
        const bytes = mutated(form, list);
        const parts = await parse(bytes, [bytes.length + 1]);
        if (!Array.isArray(parts)) return;
        const lines = `\r\n${bytes.toString('latin1')}`.split('\r\n--b');
        const last = lines.findIndex((line, index) => index > 0 && line.startsWith('--'));
        assert.equal(parts.length, last - 1);
      }),
      { numRuns: 1_000 },
    );
  });
});
