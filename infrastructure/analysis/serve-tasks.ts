import { type AnswerMessage, isTaskMessage } from './worker-message.ts';

/**
 * The loop of a worker process: runs each task it is sent and answers. Failures are described by name and
 * place only, because a message may quote the text under analysis and ends up in a log.
 */
export function serveTasks(run: (task: unknown) => Promise<unknown>): void {
  process.on('message', (message: unknown) => {
    if (!isTaskMessage(message)) return;
    process.send?.({ id: message.id, started: true } satisfies AnswerMessage, () => {
      // Sent before the work begins, which may keep the process busy for long.
      void answer(message.id, run(message.task));
    });
  });
  process.on('disconnect', () => process.exit(0));
  // A signal to the whole process group asks the server to finish its work: it still needs its workers.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('uncaughtException', (error) => {
    process.stderr.write(`analysis worker: ${describe(error)}\n`);
    process.exit(70);
  });
}

async function answer(id: number, work: Promise<unknown>): Promise<void> {
  try {
    const value = await work;
    reply({ id, ok: true, value, rssBytes: process.memoryUsage.rss() });
  } catch (error) {
    reply({ id, ok: false, failure: describe(error), isFatal: isFatal(error) });
  }
}

function reply(message: AnswerMessage): void {
  process.send?.(message);
}

/** A trap leaves a WebAssembly engine in any state; an error of our own code leaves nothing behind. */
function isFatal(error: unknown): boolean {
  return !(error instanceof Error) || error.name === 'RuntimeError' || error.name === 'ExitStatus';
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return 'a value that is no Error was thrown';
  const frames = error.stack?.split('\n').filter((line) => line.startsWith('    at ')) ?? [];
  return [error.name, ...frames.slice(0, 4).map((frame) => frame.trim())].join(' ');
}
