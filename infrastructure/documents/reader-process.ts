import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import type { ReadDocumentRequest } from '../../application/ports/document-reader.ts';
import { type ReaderCommand, readerCommand } from './reader-command.ts';
import { decodeAnswer, encodeRequest, type ReaderAnswer } from './reader-protocol.ts';
import { residentMegabytes } from './resident-memory.ts';

export interface ReaderLimits {
  readonly wallClockMs: number;
  readonly heapMegabytes: number;
  readonly residentMegabytes: number;
  readonly answerBytes: number;
}

/** How a process ended: with an answer, stopped at a limit, or by itself. */
export type ReaderEnd =
  | { readonly kind: 'answer'; readonly answer: ReaderAnswer }
  | { readonly kind: 'stopped'; readonly limit: 'time' | 'memory' | 'output' }
  | { readonly kind: 'crashed' }
  | { readonly kind: 'never_started'; readonly message: string };

/** One process for one file. */
export interface ReaderProcess {
  readonly pid: number | undefined;
  isAlive(): boolean;
  /** Hands the file over and waits for the process to end. Call once. */
  read(request: ReadDocumentRequest): Promise<ReaderEnd>;
  kill(): void;
}

const memoryWatchMs = 50;

export function startReaderProcess(limits: ReaderLimits): ReaderProcess {
  const cpuSeconds = Math.ceil((limits.wallClockMs / 1_000) * 2) + 10;
  const command = readerCommand({ heapMegabytes: limits.heapMegabytes, cpuSeconds });
  const child = started(command);
  if (child instanceof Error) return neverStarted(child);
  const output = collect(child, limits.answerBytes);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  // A waiting process must not keep the server from ending, and ends with it: its input closes.
  setReferenced(child, false);
  return {
    pid: child.pid,
    isAlive: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
    async read(request) {
      setReferenced(child, true);
      const watch = watchLimits(child, limits, (limit) => output.stop(limit));
      child.stdin.write(
        encodeRequest({ name: request.name, byteLength: request.bytes.byteLength }),
      );
      child.stdin.end(request.bytes);
      await ended;
      watch.end();
      return output.end();
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/**
 * Without descriptors or memory to spare there is no process, and no pipe to it either; Node throws some of
 * the reasons and tells others later.
 */
function started(command: ReaderCommand): ChildProcessWithoutNullStreams | Error {
  try {
    const child = spawn(command.file, command.args, { env: command.env, windowsHide: true });
    if (child.pid !== undefined) return child;
    child.on('error', () => undefined);
    return new Error('no process could be started');
  } catch (cause) {
    return cause instanceof Error ? cause : new Error('no process could be started');
  }
}

function neverStarted({ message }: Error): ReaderProcess {
  return {
    pid: undefined,
    isAlive: () => false,
    read: async () => ({ kind: 'never_started', message }),
    kill: () => undefined,
  };
}

interface Output {
  stop(limit: 'time' | 'memory'): void;
  end(): ReaderEnd;
}

function collect(child: ChildProcessWithoutNullStreams, mostBytes: number): Output {
  const chunks: Buffer[] = [];
  let length = 0;
  let complaint = '';
  let stoppedAt: 'time' | 'memory' | 'output' | null = null;
  const stop = (limit: 'time' | 'memory' | 'output'): void => {
    stoppedAt ??= limit;
    child.kill('SIGKILL');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    length += chunk.byteLength;
    if (length > mostBytes) stop('output');
    else chunks.push(chunk);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (complaint.length < 2_000) complaint += chunk.toString('utf8');
  });
  // A process that ends early closes its input; how it ended is told by `close`.
  child.stdin.on('error', () => undefined);
  child.on('error', (cause) => {
    complaint += cause.message;
  });
  return {
    stop,
    end() {
      if (stoppedAt !== null) return { kind: 'stopped', limit: stoppedAt };
      if (length === 0) return { kind: 'never_started', message: complaint.slice(0, 2_000) };
      const answer = decodeAnswer(Buffer.concat(chunks).toString('utf8'));
      return answer === null ? { kind: 'crashed' } : { kind: 'answer', answer };
    },
  };
}

function watchLimits(
  child: ChildProcessWithoutNullStreams,
  limits: ReaderLimits,
  stop: (limit: 'time' | 'memory') => void,
): { end(): void } {
  let isOver = false;
  const clock = setTimeout(() => stop('time'), limits.wallClockMs);
  const check = async (): Promise<void> => {
    const used = child.pid === undefined ? null : await residentMegabytes(child.pid);
    if (isOver) return;
    if (used !== null && used > limits.residentMegabytes) stop('memory');
    else memory = setTimeout(check, memoryWatchMs);
  };
  let memory = setTimeout(check, memoryWatchMs);
  return {
    end() {
      isOver = true;
      clearTimeout(clock);
      clearTimeout(memory);
    },
  };
}

function setReferenced(child: ChildProcessWithoutNullStreams, isReferenced: boolean): void {
  const method = isReferenced ? 'ref' : 'unref';
  child[method]();
  for (const stream of [child.stdin, child.stdout, child.stderr]) {
    // The pipes are sockets underneath, which the declared types do not say.
    const change: unknown = Reflect.get(stream, method);
    if (typeof change === 'function') change.call(stream);
  }
}
