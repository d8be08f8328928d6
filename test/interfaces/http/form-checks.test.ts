import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { maxFileBytes } from '../../../domain/checks/limits.ts';
import { ask, askForm, goodKey, openPost, type RunningApp, startApp } from './start-app.ts';

interface Part {
  readonly name: string;
  readonly value: string | Buffer;
  readonly fileName?: string;
  readonly headers?: string;
}

function form(...parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, value, fileName, headers = '' }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${headers}\r\n`;
    return [Buffer.from(head), Buffer.from(value), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from('--b--\r\n')]);
}

const textFile: Part = { name: 'file', fileName: 'a.txt', value: 'Call me Ishmael.' };

describe('multipart check requests', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const send = (body: string | Buffer, path = '/v1/analyze') => askForm(app, path, { body });

  async function refuses(body: string | Buffer, code: string, detail = /./) {
    const asked = app.application.asked.length;
    const reply = await send(body);
    assert.equal(reply.json.code, code);
    assert.match(String(reply.json.detail), detail);
    assert.equal(app.application.asked.length, asked);
  }

  it('hands a file over byte for byte, under its name', async () => {
    const value = Buffer.from(Array.from({ length: 4096 }, (_, index) => index % 256));
    assert.equal(
      (await send(form({ name: 'file', fileName: 'Straße 😀.pdf', value }))).status,
      200,
    );
    const source = app.lastRequest()?.source;
    assert.ok(source?.kind === 'file');
    assert.equal(source.name, 'Straße 😀.pdf');
    assert.ok(value.equals(source.bytes));
  });

  it('reads the fields of /analyze', async () => {
    const fields = [
      { name: 'ai', value: 'false' },
      { name: 'grammar', value: 'true' },
      { name: 'plagiarism', value: 'true' },
      { name: 'deep', value: 'true' },
      { name: 'ui_lang', value: 'it' },
      { name: 'store', value: 'true' },
    ];
    assert.equal((await send(form(textFile, ...fields))).status, 200);
    const request = app.lastRequest();
    assert.deepEqual(request?.checks, { ai: false, grammar: true, plagiarism: true, deep: true });
    assert.equal(request?.uiLanguage, 'it');
    assert.equal(request?.store, true);
  });

  it('runs AI detection alone when no field selects anything', async () => {
    await send(form(textFile));
    const checks = { ai: true, grammar: false, plagiarism: false, deep: false };
    assert.deepEqual(app.lastRequest()?.checks, checks);
  });

  it('ignores selecting fields on shortcuts, whatever they are, except deep on /detect', async () => {
    const fields = [
      { name: 'ai', value: 'perhaps' },
      { name: 'plagiarism', value: 'true' },
      { name: 'checks', value: '{' },
    ];
    assert.equal((await send(form(textFile, ...fields), '/v1/grammar')).status, 200);
    const checks = { ai: false, grammar: true, plagiarism: false, deep: false };
    assert.deepEqual(app.lastRequest()?.checks, checks);
    await send(form(textFile, { name: 'deep', value: 'true' }), '/v1/detect');
    assert.equal(app.lastRequest()?.checks.deep, true);
  });

  it('takes a text instead of a file', async () => {
    const headers = 'Content-Type: text/plain; charset=UTF-8\r\n';
    await send(form({ name: 'text', value: 'Größe', headers }));
    assert.deepEqual(app.lastRequest()?.source, { kind: 'text', text: 'Größe' });
  });

  it('takes the form that fetch and browsers send', async () => {
    const data = new FormData();
    data.set('file', new Blob(['Hi "there"']), 'a "b".txt');
    data.set('deep', 'false');
    const reply = await ask(app, '/v1/detect', { method: 'POST', body: data });
    assert.equal(reply.status, 200);
    const source = app.lastRequest()?.source;
    assert.equal(source?.kind === 'file' ? source.name : null, 'a "b".txt');
  });

  it('treats an unchosen file input as absent', async () => {
    const unchosen = { name: 'file', fileName: '', value: '' };
    assert.equal((await send(form(unchosen, { name: 'text', value: 'x' }))).status, 200);
    await refuses(form(unchosen), 'empty');
  });

  it('refuses text and file together, naming both', async () => {
    await refuses(form(textFile, { name: 'text', value: 'x' }), 'bad_json', /"text" and "file"/);
  });

  it('refuses a second file, a second field and a file in another part', async () => {
    await refuses(form(textFile, textFile), 'bad_json', /second/);
    const field = { name: 'ai', value: 'true' };
    await refuses(form(textFile, field, field), 'bad_json', /"ai"/);
    await refuses(form({ ...textFile, name: 'document' }), 'bad_json', /"file"/);
    await refuses(form(textFile, { ...textFile, name: 'document' }), 'bad_json', /"file"/);
  });

  it('takes only true and false as booleans, and names the field otherwise', async () => {
    for (const value of ['1', 'yes', 'TRUE', ' true', '']) {
      await refuses(form(textFile, { name: 'grammar', value }), 'bad_json', /"grammar"/);
      await refuses(form(textFile, { name: 'store', value }), 'bad_json', /"store"/);
    }
    await refuses(form(textFile, { name: 'ui_lang', value: 'xx' }), 'bad_json', /"ui_lang"/);
  });

  it('answers empty to an empty file, a blank text and a form without parts', async () => {
    await refuses(form({ ...textFile, value: '' }), 'empty');
    await refuses(form({ name: 'text', value: ' \n' }), 'empty');
    await refuses(form({ name: 'grammar', value: 'true' }), 'empty');
    await refuses('--b--', 'empty');
  });

  it('answers no_checks when every check is switched off', async () => {
    await refuses(form(textFile, { name: 'ai', value: 'false' }), 'no_checks');
  });

  it('refuses fields that are not UTF-8', async () => {
    await refuses(form({ name: 'text', value: Buffer.of(0x61, 0xff) }), 'bad_json', /UTF-8/);
    const headers = 'Content-Type: text/plain; charset=iso-8859-1\r\n';
    await refuses(form({ name: 'text', value: 'x', headers }), 'unsupported_type');
  });

  it('answers text_too_long to a text field of more than 400,000 code points', async () => {
    const longest = '😀'.repeat(400_000);
    assert.equal((await send(form({ name: 'text', value: longest }))).status, 200);
    await refuses(form({ name: 'text', value: `${longest}a` }), 'text_too_long');
  });

  it('passes a file of exactly 20,971,520 bytes and answers 413 to one more', async () => {
    assert.equal(maxFileBytes, 20_971_520);
    const value = Buffer.alloc(maxFileBytes, 'a');
    const reply = await send(form({ ...textFile, value }, { name: 'deep', value: 'false' }));
    assert.equal(reply.status, 200);
    const source = app.lastRequest()?.source;
    assert.equal(source?.kind === 'file' ? source.bytes.length : 0, maxFileBytes);
    const over = await send(form({ ...textFile, value: Buffer.alloc(maxFileBytes + 1, 'a') }));
    assert.equal(over.status, 413);
    assert.equal(over.json.code, 'file_too_large');
  });

  it('answers 413 to far too much, promised or sent in chunks', async () => {
    await refuses(form({ ...textFile, value: Buffer.alloc(40_000_000) }), 'file_too_large');
    const chunked = await ask(app, '/v1/detect', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: new Blob([
        new Uint8Array(form({ ...textFile, value: Buffer.alloc(30_000_000) })),
      ]).stream(),
      duplex: 'half',
    });
    assert.equal(chunked.json.code, 'file_too_large');
  });

  it('inflates gzip and holds what it becomes to the same limits', async () => {
    const post = (value: Buffer) =>
      ask(app, '/v1/detect', {
        method: 'POST',
        headers: {
          'content-type': 'multipart/form-data; boundary=b',
          'content-encoding': 'gzip',
        },
        body: new Uint8Array(gzipSync(form({ ...textFile, value }))),
      });
    assert.equal((await post(Buffer.from('Call me.'))).status, 200);
    assert.equal((await post(Buffer.alloc(maxFileBytes))).status, 200);
    assert.equal((await post(Buffer.alloc(maxFileBytes + 1))).json.code, 'file_too_large');
  });

  it('refuses a missing, empty, overlong or wrong boundary', async () => {
    const body = new Uint8Array(form(textFile));
    const types = [
      '',
      '; boundary=',
      `; boundary=${'b'.repeat(71)}`,
      '; boundary=other',
      '; boundary="b',
    ];
    for (const parameters of types) {
      const reply = await ask(app, '/v1/detect', {
        method: 'POST',
        headers: { 'content-type': `multipart/form-data${parameters}` },
        body,
      });
      assert.ok([400, 415].includes(reply.status), parameters);
    }
    const missing = await ask(app, '/v1/detect', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body,
    });
    assert.equal(missing.json.code, 'bad_json');
  });

  it('refuses a form that was cut anywhere', async () => {
    const whole = form(textFile, { name: 'deep', value: 'false' });
    for (let length = 0; length < whole.length - 4; length += 7) {
      const reply = await send(whole.subarray(0, length));
      assert.equal(reply.status, 400, `cut at ${length}`);
    }
  });

  it('survives a client that leaves in the middle of an upload', async () => {
    const post = openPost(app, '/v1/detect', {
      authorization: `Bearer ${goodKey}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '100000',
    });
    post.on('error', () => {});
    post.write(form(textFile).subarray(0, 60));
    await new Promise((resolve) => setTimeout(resolve, 50));
    post.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.equal((await send(form(textFile))).status, 200);
    assert.ok(!app.logged.some(({ level }) => level === 'error'));
  });
});
