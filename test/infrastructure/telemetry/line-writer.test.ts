import assert from 'node:assert/strict';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type LineWriter, lineWriter } from '../../../infrastructure/telemetry/line-writer.ts';
import { fullDevice, needs } from '../../support/needs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const flushed = (writer: LineWriter): Promise<void> =>
  new Promise((resolve) => writer.flush(resolve));

describe('a writer of log lines', () => {
  it('writes every line, in order, whole', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'log');
    const descriptor = openSync(file, 'w');
    const writer = lineWriter(descriptor);
    const lines = Array.from({ length: 2_000 }, (_, number) => `${number} ${'ü'.repeat(50)}\n`);
    for (const [index, line] of lines.entries()) {
      writer.write(line);
      if (index % 500 === 0) await flushed(writer);
    }
    await flushed(writer);
    closeSync(descriptor);
    assert.equal(readFileSync(file, 'utf8'), lines.join(''));
    folder.remove();
  });

  it('loses what cannot be written, and holds nobody up', async function () {
    needs(this, fullDevice, existsSync(fullDevice));
    const descriptor = openSync(fullDevice, 'w');
    const writer = lineWriter(descriptor);
    for (let line = 0; line < 1_000; line += 1) writer.write(`${line}\n`);
    await flushed(writer);
    writer.write('another\n');
    await flushed(writer);
    closeSync(descriptor);
  });

  it('keeps a bounded amount of what comes faster than it can be written', async () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'log');
    const descriptor = openSync(file, 'w');
    const writer = lineWriter(descriptor);
    const line = 'x'.repeat(1_000_000);
    // The first write ends in a later turn, so all others wait.
    for (let count = 0; count < 100; count += 1) writer.write(line);
    await flushed(writer);
    closeSync(descriptor);
    const { size } = statSync(file);
    assert.ok(size >= 2_000_000 && size <= 6_000_000, `${size} bytes`);
    folder.remove();
  });
});
