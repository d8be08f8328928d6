import { write, writeSync } from 'node:fs';
import type { DestinationStream } from 'pino';

export interface LineWriter extends DestinationStream {
  /** Calls back once everything that was written before is on its way out, or lost. */
  flush(done: () => void): void;
}

/** Where nobody reads or nothing can be written, no more than this waits (UTF-16 units). */
const mostWaiting = 4 * 1024 * 1024;
/** How long to leave a pipe alone that takes nothing at the moment. */
const fullPipeMs = 50;

/**
 * Writes lines to a file descriptor in their order, off the caller's path. What cannot be written is lost: a log on
 * a full disk must neither end the service nor hold it up, and pino's own writer does both (it tries again for
 * ever, also while the process exits).
 */
export function lineWriter(descriptor: number): LineWriter {
  let waiting: string[] = [];
  let length = 0;
  let writing = false;
  let flushing: (() => void)[] = [];

  const taken = (): string => {
    const text = waiting.join('');
    waiting = [];
    length = 0;
    return text;
  };
  const next = (): void => {
    if (waiting.length > 0) {
      put(Buffer.from(taken()));
      return;
    }
    writing = false;
    const done = flushing;
    flushing = [];
    for (const call of done) call();
  };
  const put = (bytes: Buffer): void =>
    write(descriptor, bytes, (error, written) => {
      if (error?.code === 'EAGAIN') setTimeout(put, fullPipeMs, bytes);
      else if (error === null && written < bytes.length) put(bytes.subarray(written));
      else next();
    });

  process.once('exit', () => {
    try {
      if (waiting.length > 0) writeSync(descriptor, taken());
    } catch {
      // There is nobody left to tell.
    }
  });
  return {
    write(line) {
      if (length + line.length > mostWaiting) return;
      waiting.push(line);
      length += line.length;
      if (writing) return;
      writing = true;
      next();
    },
    flush(done) {
      if (writing) flushing.push(done);
      else done();
    },
  };
}
