import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { threadFailure } from './sqlite-failure.ts';
import type { ThreadAnswers, ThreadMessage, ThreadOutcome } from './sqlite-thread.ts';

/** The inside of a writer thread. `handle` answers every request of a batch, in order, and never throws. */
export interface ThreadHandler<Request, Reply> {
  handle(requests: readonly Request[]): readonly ThreadOutcome<Reply>[];
  close(): void;
}

/** Enough for every request that 1,000 callers can have in flight; a bound on one commit's time. */
const maxBatch = 2_000;

/**
 * Serves a thread's messages. Everything that waits in the queue is handled as one batch, so that
 * requests that came while the disk was busy share the next commit. A database that cannot be opened
 * fails the batch at hand and is tried again with the next.
 */
export function serveThread<Request, Reply>(open: () => ThreadHandler<Request, Reply>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module runs in a worker thread');
  let handler: ThreadHandler<Request, Reply> | undefined;

  const handle = (requests: readonly Request[]): readonly ThreadOutcome<Reply>[] => {
    let ready = false;
    try {
      handler ??= open();
      ready = true;
      return handler.handle(requests);
    } catch (error) {
      // What a handler leaves behind that throws against its promise is not to be built upon.
      handler = undefined;
      const failure = threadFailure(error, ready ? 'unknown' : 'unavailable');
      return requests.map(() => ({ ok: false, failure }));
    }
  };

  port.on('message', (message: ThreadMessage<Request>) => {
    const { numbers, requests, closing } = drain(port, message);
    const outcomes = requests.length > 0 ? handle(requests) : [];
    const answers: ThreadAnswers<Reply> = numbers.map((number, index) => [
      number,
      outcomes[index] ?? missingAnswer,
    ]);
    port.postMessage(answers);
    if (!closing) return;
    handler?.close();
    port.close();
  });
}

const missingAnswer: ThreadOutcome<never> = {
  ok: false,
  failure: { kind: 'unknown', message: 'the writer thread gave no answer' },
};

interface Batch<Request> {
  readonly numbers: number[];
  readonly requests: Request[];
  readonly closing: boolean;
}

function drain<Request>(port: MessagePort, start: ThreadMessage<Request>): Batch<Request> {
  const numbers: number[] = [];
  const requests: Request[] = [];
  let message: ThreadMessage<Request> | undefined = start;
  while (message !== undefined) {
    if (message.requests.length === 0) return { numbers, requests, closing: true };
    for (const [index, request] of message.requests.entries()) {
      numbers.push(message.first + index);
      requests.push(request);
    }
    message = numbers.length < maxBatch ? receiveMessageOnPort(port)?.message : undefined;
  }
  return { numbers, requests, closing: false };
}
