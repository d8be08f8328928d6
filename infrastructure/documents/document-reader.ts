import type {
  DocumentContent,
  DocumentReader,
  ReadDocumentRequest,
} from '../../application/ports/document-reader.ts';
import { OverloadedError } from '../../application/ports/overloaded.ts';
import { maxFileBytes } from '../../domain/checks/limits.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import { processLimits } from './limits.ts';
import { type ReaderEnd, type ReaderProcess, startReaderProcess } from './reader-process.ts';

export interface DocumentReaderOptions {
  /** Each defaults to its value in `processLimits`. */
  readonly limits?: Partial<Record<keyof typeof processLimits, number>>;
}

export interface WatchedDocumentReader extends DocumentReader {
  /** Files that wait for a free process. */
  queueLength(): number;
  /** Processes that read or wait for a file. */
  childPids(): number[];
}

/**
 * Reads every file in a process of its own, which is never used again. One process waits, started,
 * for the next file, because starting one takes longer than reading a small file.
 */
export function createDocumentReader(options: DocumentReaderOptions = {}): WatchedDocumentReader {
  const limits = { ...processLimits, ...options.limits };
  const waiting: { start(): void; fail(cause: Error): void }[] = [];
  const busy = new Set<ReaderProcess>();
  let isClosed = false;
  let running = 0;
  let spare: ReaderProcess | null = startReaderProcess(limits);

  const run = async (request: ReadDocumentRequest): Promise<ReaderEnd> => {
    if (isClosed) throw closedError();
    const process = spare?.isAlive() === true ? spare : startReaderProcess(limits);
    spare = startReaderProcess(limits);
    busy.add(process);
    const end = await process.read(request);
    busy.delete(process);
    // A file that was cut off by the end of the server is not a bad file.
    if (isClosed && end.kind !== 'answer') throw closedError();
    return end;
  };
  const enter = (): Promise<void> => {
    if (running < limits.concurrent) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.length >= limits.queued) {
      throw new OverloadedError(`${limits.queued} files are waiting to be read`);
    }
    return new Promise((resolve, reject) => waiting.push({ start: resolve, fail: reject }));
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next.start();
  };

  return {
    async read(request) {
      if (isClosed) throw closedError();
      const refusal = sizeRefusal(request.bytes.byteLength);
      if (refusal !== null) return refusal;
      await enter();
      try {
        return outcomeOf(await run(request));
      } finally {
        leave();
      }
    },
    async close() {
      isClosed = true;
      for (const { fail } of waiting.splice(0)) fail(closedError());
      for (const process of busy) process.kill();
      spare?.kill();
      spare = null;
    },
    queueLength: () => waiting.length,
    childPids: () =>
      [...busy, spare].flatMap((process) => (process?.pid === undefined ? [] : [process.pid])),
  };
}

function closedError(): Error {
  return new Error('the document reader is closed');
}

function sizeRefusal(bytes: number): Outcome<DocumentContent> | null {
  if (bytes === 0) return refused('empty', 'The file is empty (0 bytes).');
  if (bytes <= maxFileBytes) return null;
  return refused(
    'file_too_large',
    `The file has ${bytes} bytes; at most ${maxFileBytes} are allowed.`,
  );
}

/** A file that breaks its reader is unreadable; a reader that cannot start is our fault. */
function outcomeOf(end: ReaderEnd): Outcome<DocumentContent> {
  switch (end.kind) {
    case 'answer':
      return end.answer.ok
        ? success(end.answer.value)
        : refused(end.answer.code, end.answer.detail);
    case 'stopped':
      return refused('unreadable', stopDetails[end.limit]);
    case 'crashed':
      return refused(
        'unreadable',
        'Reading the file broke off: it is damaged or made to break readers.',
      );
    case 'never_started':
      throw new OverloadedError(`the process that reads files did not start: ${end.message}`);
  }
}

const stopDetails = {
  time: 'Reading the file was stopped because it took too long.',
  memory: 'Reading the file was stopped because it needed too much memory.',
  output: 'Reading the file was stopped because it never came to an end.',
} as const;
