import { type ChildProcess, fork } from 'node:child_process';
import { AnalysisFailedError } from '../../application/ports/analyser.ts';
import { isAnswerMessage } from './worker-message.ts';

export interface WorkerProcessOptions {
  readonly entry: URL;
  readonly maxHeapMb: number;
  /** A worker that holds more than this after a task ends, and a fresh one takes its place. */
  readonly retireAboveBytes: number;
  readonly stderr: 'inherit' | 'ignore';
  readonly onExit: () => void;
}

/** A worker that has not taken its task by then never will; a busy machine needs seconds to start one. */
const startTimeoutMs = 30_000;
/** How long a worker that was asked to end may take before it is killed. */
const endTimeoutMs = 1_000;

/** The worker was gone before it took the task: another one can have it. */
export class TaskNotStartedError extends Error {
  override readonly name = 'TaskNotStartedError';
}

interface Running {
  readonly id: number;
  started: boolean;
  timer: NodeJS.Timeout;
  readonly timeoutMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Without memory to spare Node throws instead of telling later. @throws TaskNotStartedError */
function startedOn({ entry, stderr, maxHeapMb }: WorkerProcessOptions): ChildProcess {
  try {
    return fork(entry, {
      serialization: 'advanced',
      // Standard output belongs to the command line's JSON.
      stdio: ['ignore', 'ignore', stderr, 'ipc'],
      env: workerEnvironment(maxHeapMb),
    });
  } catch (cause) {
    throw new TaskNotStartedError('no worker could be started', { cause });
  }
}

/** One child process that runs one task at a time and may die at any moment. */
export class WorkerProcess {
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #retireAboveBytes: number;
  #running: Running | undefined;
  #lastId = 0;
  #usable = true;

  constructor(options: WorkerProcessOptions) {
    this.#retireAboveBytes = options.retireAboveBytes;
    this.#child = startedOn(options);
    this.exited = new Promise((resolve) => {
      const gone = (why: string): void => {
        this.#usable = false;
        if (this.#running?.started === false) this.#reject(new TaskNotStartedError(why));
        else this.#fail(why);
        resolve();
        options.onExit();
      };
      this.#child.once('exit', (code, signal) => gone(`the worker ended (${signal ?? code})`));
      this.#child.once('error', (error) => gone(`the worker could not run (${error.name})`));
    });
    this.#child.on('message', (message: unknown) => this.#receive(message));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isIdle(): boolean {
    return this.#usable && this.#running === undefined;
  }

  /** @throws AnalysisFailedError when the task fails, takes too long, or the process dies; TaskNotStartedError */
  run(task: unknown, timeoutMs: number): Promise<unknown> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#reject(new TaskNotStartedError('the worker did not start in time'));
        this.kill();
      }, startTimeoutMs);
      this.#running = { id, started: false, timer, timeoutMs, resolve, reject };
      this.#child.send({ id, task }, (error) => {
        if (!error || this.#running?.id !== id) return;
        this.#reject(new TaskNotStartedError('the worker could not be reached'));
        this.kill();
      });
    });
  }

  /** Ends an idle worker in its own time. */
  end(): void {
    this.#usable = false;
    if (this.#child.connected) this.#child.disconnect();
    const timer = setTimeout(() => this.kill(), endTimeoutMs);
    void this.exited.then(() => clearTimeout(timer));
  }

  kill(): void {
    this.#usable = false;
    this.#fail('the worker was stopped');
    this.#child.kill('SIGKILL');
  }

  #receive(message: unknown): void {
    const running = this.#running;
    if (!running || !isAnswerMessage(message) || message.id !== running.id) return;
    if ('started' in message) {
      this.#start(running);
      return;
    }
    if (!message.ok) {
      this.#fail(`the engine failed: ${message.failure}`);
      if (message.isFatal) this.end();
      return;
    }
    clearTimeout(running.timer);
    this.#running = undefined;
    if (message.rssBytes > this.#retireAboveBytes) this.end();
    running.resolve(message.value);
  }

  /** The clock of a task runs from here: what it waited for is not its fault. */
  #start(running: Running): void {
    clearTimeout(running.timer);
    running.started = true;
    running.timer = setTimeout(() => {
      this.#fail(`the task took longer than ${running.timeoutMs} ms`);
      this.kill();
    }, running.timeoutMs);
  }

  #fail(why: string): void {
    this.#reject(new AnalysisFailedError(`analysis failed: ${why}`));
  }

  #reject(error: Error): void {
    const running = this.#running;
    if (!running) return;
    clearTimeout(running.timer);
    this.#running = undefined;
    running.reject(error);
  }
}

/** The server's settings hold secrets that engines have no use for. */
function workerEnvironment(maxHeapMb: number): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith('ASSAY_'));
  const nodeOptions = `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=${maxHeapMb}`.trim();
  return { ...Object.fromEntries(kept), NODE_OPTIONS: nodeOptions };
}
