import type { Worker } from 'node:worker_threads';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import { startWorker } from '../system/start-worker.ts';

/** How one request ended in the thread; errors travel as words because classes do not survive the trip. */
export type ThreadOutcome<Reply> =
  | { readonly ok: true; readonly reply: Reply }
  | { readonly ok: false; readonly failure: ThreadFailure };

export interface ThreadFailure {
  /** `unavailable`: nothing was written. `unknown`: it may have been. `broken`: the request itself was wrong. */
  readonly kind: 'unavailable' | 'unknown' | 'broken';
  readonly message: string;
}

/** What goes to the thread: requests numbered from `first` on; an empty list asks it to close. */
export interface ThreadMessage<Request> {
  readonly first: number;
  readonly requests: readonly Request[];
}

export type ThreadAnswers<Reply> = readonly (readonly [number, ThreadOutcome<Reply>])[];

/** The one writer of a database, in a thread of its own. */
export interface SqliteThread<Request, Reply> {
  /** @throws StoreUnavailableError, OutcomeUnknownError */
  send(request: Request): Promise<Reply>;
  /** Answers what was sent before, closes the database and ends the thread. */
  close(): Promise<void>;
}

interface Pending<Reply> {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

interface Running<Reply> {
  readonly worker: Worker;
  readonly pending: Map<number, Pending<Reply>>;
  /** Once it is told to end, its end is waited for, whatever else the process still has to do. */
  closing: boolean;
}

/**
 * Runs `entry` (a module that calls `serveThread`) in a thread, started by the first request and
 * again after a crash. Requests of one turn of the event loop travel in one message.
 */
export function sqliteThread<Request, Reply>(options: {
  readonly entry: URL;
  readonly data: unknown;
}): SqliteThread<Request, Reply> {
  let running: Running<Reply> | undefined;
  let queue: { readonly request: Request; readonly pending: Pending<Reply> }[] = [];
  let next = 1;
  let closed = false;

  const flush = (): void => {
    const waiting = queue;
    queue = [];
    try {
      running ??= startThread<Reply>(options, () => {
        running = undefined;
      });
    } catch (cause) {
      // The system has no thread to give now; the next request asks again.
      const reason = new StoreUnavailableError('no writer thread could be started', { cause });
      for (const { pending } of waiting) pending.reject(reason);
      return;
    }
    for (const [index, { pending }] of waiting.entries()) {
      running.pending.set(next + index, pending);
    }
    running.worker.ref();
    const requests = waiting.map(({ request }) => request);
    const message: ThreadMessage<Request> = { first: next, requests };
    next += requests.length;
    running.worker.postMessage(message);
  };

  return {
    send(request) {
      if (closed) return Promise.reject(new StoreUnavailableError('the store is closed'));
      return new Promise<Reply>((resolve, reject) => {
        if (queue.length === 0) queueMicrotask(flush);
        queue.push({ request, pending: { resolve, reject } });
      });
    },
    async close() {
      closed = true;
      if (queue.length > 0) await Promise.resolve();
      await closeThread(running);
    },
  };
}

function startThread<Reply>(
  options: { readonly entry: URL; readonly data: unknown },
  onEnd: () => void,
): Running<Reply> {
  const pending = new Map<number, Pending<Reply>>();
  const worker = startWorker(options.entry, { workerData: options.data });
  const running: Running<Reply> = { worker, pending, closing: false };
  worker.on('message', (answers: ThreadAnswers<Reply>) => {
    for (const [number, outcome] of answers) settle(pending, number, outcome);
    // An idle thread must not keep a process alive that has finished its work.
    if (pending.size === 0 && !running.closing) worker.unref();
  });
  let ended = false;
  const lost = (reason: string): void => {
    if (ended) return;
    ended = true;
    onEnd();
    abandon(pending, `the writer thread ended: ${reason}`);
  };
  worker.once('error', (error) => lost(error.message));
  worker.once('exit', (code) => lost(`exit code ${code}`));
  return running;
}

function settle<Reply>(
  pending: Map<number, Pending<Reply>>,
  number: number,
  outcome: ThreadOutcome<Reply>,
): void {
  const waiting = pending.get(number);
  pending.delete(number);
  if (outcome.ok) waiting?.resolve(outcome.reply);
  else waiting?.reject(failureError(outcome.failure));
}

function failureError({ kind, message }: ThreadFailure): Error {
  switch (kind) {
    case 'unavailable':
      return new StoreUnavailableError(message);
    case 'unknown':
      return new OutcomeUnknownError(message);
    case 'broken':
      return new Error(message);
  }
}

function abandon<Reply>(pending: Map<number, Pending<Reply>>, reason: string): void {
  for (const waiting of pending.values()) waiting.reject(new OutcomeUnknownError(reason));
  pending.clear();
}

async function closeThread<Reply>(running: Running<Reply> | undefined): Promise<void> {
  if (running === undefined) return;
  running.closing = true;
  const { worker } = running;
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  const goodbye: ThreadMessage<never> = { first: 0, requests: [] };
  worker.ref();
  worker.postMessage(goodbye);
  await ended;
}
