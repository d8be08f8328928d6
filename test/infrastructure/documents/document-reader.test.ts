import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { OverloadedError } from '../../../application/ports/overloaded.ts';
import {
  createDocumentReader,
  type DocumentReaderOptions,
  type WatchedDocumentReader,
} from '../../../infrastructure/documents/document-reader.ts';
import { docxFile, paragraph } from '../../support/documents/docx-file.ts';
import { column, endlessPdf, pdfFile } from '../../support/documents/pdf-file.ts';
import { needs } from '../../support/needs.ts';

const run = promisify(execFile);
const text = { name: 'a.txt', bytes: Buffer.from('Call me Ishmael.') };

describe('the document reader', () => {
  let reader: WatchedDocumentReader;

  function create(limits: DocumentReaderOptions['limits'] = {}): WatchedDocumentReader {
    reader = createDocumentReader({ limits });
    return reader;
  }

  afterEach(async () => {
    await reader.close();
  });

  it('says that it is overloaded while no process can be started, and reads again afterwards', async function () {
    needs(this, 'a shell at /bin/sh', existsSync('/bin/sh'));
    create();
    const program = fileURLToPath(new URL('./without-descriptors.js', import.meta.url));
    const line = 'ulimit -n 64 && exec "$0" "$1"';
    const { stdout } = await run('/bin/sh', ['-c', line, process.execPath, program]);
    assert.deepEqual(JSON.parse(stdout), ['read', 'OverloadedError', 'read']);
  });

  it('gives the text, the file section, findings and provenance', async () => {
    const outcome = await create().read(text);
    assert.equal(outcome.ok, true);
    assert.deepEqual(outcome.ok && outcome.value, {
      text: 'Call me Ishmael.',
      file: {
        name: 'a.txt',
        type: 'txt',
        detected_type: 'txt',
        bytes: 16,
        sha256: '458f3ceeeec730139693560ecf66c9c22d9c7bc7dcb0599e8e10b667dfeac043',
        pages: null,
        created: null,
        modified: null,
        creator: null,
        producer: null,
        application: null,
        editing_minutes: null,
        revisions: null,
        authors: [],
        hidden_text_chars: 0,
      },
      findings: [],
      provenance: { declared: null, marks: [] },
    });
  });

  it('reads PDF and DOCX over the same way', async () => {
    create();
    const [pdf, docx] = await Promise.all([
      reader.read({
        name: 'a.pdf',
        bytes: pdfFile({ pages: [column({ x: 50, y: 700 }, ['A page.'])] }),
      }),
      reader.read({ name: 'a.docx', bytes: await docxFile({ body: paragraph('A paragraph.') }) }),
    ]);
    assert.equal(pdf.ok && pdf.value.text, 'A page.');
    assert.equal(docx.ok && docx.value.text, 'A paragraph.');
  });

  it('carries a lone surrogate and a strange name through both pipes', async () => {
    const name = 'a\n"\u{1F600}.html';
    const outcome = await create().read({
      name,
      bytes: Buffer.from('<!doctype html><p>x&#xD800;y'),
    });
    assert.equal(outcome.ok && outcome.value.text, 'x\ufffdy');
    assert.equal(outcome.ok && outcome.value.file.name, 'a "\u{1F600}.html');
  });

  it('refuses no bytes as empty and one byte over 20 MiB as too large, and takes the limit itself', async () => {
    create();
    const code = async (length: number): Promise<string> => {
      const outcome = await reader.read({ name: 'a.txt', bytes: Buffer.alloc(length, ' ') });
      return outcome.ok ? 'read' : outcome.refusal.code;
    };
    assert.equal(await code(0), 'empty');
    assert.equal(await code(20_971_521), 'file_too_large');
    // 20 MiB of spaces get as far as being read, which finds them blank.
    assert.equal(await code(20_971_520), 'empty');
  });

  it('passes a refusal of a format on', async () => {
    const outcome = await create().read({ name: 'a.rtf', bytes: Buffer.from('{\\rtf1 x}') });
    assert.equal(!outcome.ok && outcome.refusal.code, 'unsupported_type');
  });

  it('kills a process that does not come to an end, and reads the next file', async () => {
    create({ wallClockMs: 3_000 });
    const pids = reader.childPids();
    const start = performance.now();
    const outcome = await reader.read({ name: 'a.pdf', bytes: endlessPdf(11) });
    assert.equal(!outcome.ok && outcome.refusal.code, 'unreadable');
    assert.match(outcome.ok ? '' : outcome.refusal.detail, /took too long/);
    assert.ok(performance.now() - start < 30_000);
    assert.ok(pids.every((pid) => !isRunning(pid)));
    assert.equal((await reader.read(text)).ok, true);
  });

  it('kills a process that takes too much memory', async () => {
    create({ residentMegabytes: 60, heapMegabytes: 2_000 });
    const bytes = Buffer.from(`<!doctype html>${'<p>word</p>'.repeat(300_000)}`);
    const outcome = await reader.read({ name: 'a.html', bytes });
    assert.match(outcome.ok ? '' : outcome.refusal.detail, /too much memory/);
  });

  it('survives a process that runs out of heap by itself', async () => {
    create({ heapMegabytes: 60, residentMegabytes: 4_000 });
    const bytes = Buffer.from(`<!doctype html>${'<p>word</p>'.repeat(700_000)}`);
    const outcome = await reader.read({ name: 'a.html', bytes });
    assert.equal(!outcome.ok && outcome.refusal.code, 'unreadable');
  });

  it('stops a process whose answer is too long', async () => {
    create({ answerBytes: 1_000 });
    const outcome = await reader.read({ name: 'a.txt', bytes: Buffer.from('word '.repeat(1_000)) });
    assert.match(outcome.ok ? '' : outcome.refusal.detail, /never came to an end/);
  });

  it('answers unreadable when somebody kills the process that reads', async () => {
    create();
    const [pid] = reader.childPids();
    const reading = reader.read({ name: 'a.pdf', bytes: endlessPdf(11) });
    await pause(1_500);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    const outcome = await reading;
    assert.equal(!outcome.ok && outcome.refusal.code, 'unreadable');
    assert.match(outcome.ok ? '' : outcome.refusal.detail, /broke off/);
  });

  it('starts another process when the waiting one was killed', async () => {
    create();
    await pause(500);
    const [pid] = reader.childPids();
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
    await pause(200);
    assert.equal((await reader.read(text)).ok, true);
  });

  it('reads two files at once, lets others wait and refuses more than fit the queue', async () => {
    create({ concurrent: 2, queued: 3 });
    const readings = Array.from({ length: 5 }, () => reader.read(text));
    assert.equal(reader.queueLength(), 3);
    await assert.rejects(reader.read(text), OverloadedError);
    const outcomes = await Promise.all(readings);
    assert.ok(outcomes.every((outcome) => outcome.ok));
    assert.equal(reader.queueLength(), 0);
    assert.equal(reader.childPids().length, 1);
  });

  it('uses a process for one file only', async () => {
    create();
    const before = reader.childPids();
    await reader.read(text);
    const after = reader.childPids();
    assert.ok(before.every((pid) => !after.includes(pid)));
  });

  it('leaves no process behind when it is closed', async () => {
    create();
    const reading = reader.read({ name: 'a.pdf', bytes: endlessPdf(11) });
    await pause(300);
    const pids = reader.childPids();
    assert.equal(pids.length, 2);
    const refused = assert.rejects(reading, /closed/);
    await reader.close();
    await refused;
    await pause(300);
    assert.ok(pids.every((pid) => !isRunning(pid)));
    await assert.rejects(reader.read(text), /closed/);
  });

  it('keeps the waiting process small', async function () {
    const isBuilt = import.meta.url.endsWith('.js');
    needs(this, '/proc and the built tests', isBuilt && existsSync('/proc/self/status'));
    const { residentMegabytes } = await import(
      '../../../infrastructure/documents/resident-memory.ts'
    );
    create();
    await pause(1_500);
    const [pid] = reader.childPids();
    const megabytes = pid === undefined ? null : await residentMegabytes(pid);
    assert.ok(megabytes !== null && megabytes < 70, `${megabytes} MB`);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
