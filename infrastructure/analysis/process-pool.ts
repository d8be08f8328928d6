import { setImmediate } from 'node:timers/promises';
import { AnalysisFailedError } from '../../application/ports/analyser.ts';
import { OverloadedError } from '../../application/ports/overloaded.ts';
import { createFairQueue, type QueuedTask } from './fair-queue.ts';
import { TaskNotStartedError, WorkerProcess } from './worker-process.ts';

export interface ProcessPoolOptions {
  /** Module of the worker process; it calls `serveTasks`. */
  readonly entry: URL;
  /** Most workers at a time. They start when there is work. */
  readonly workers: number;
  readonly taskTimeoutMs: number;
  /** Most tasks waiting for a worker; one more is refused. */
  readonly maxQueued: number;
  readonly maxHeapMb: number;
  readonly retireAboveBytes: number;
  /** Where a dying worker's last words go. */
  readonly stderr: 'inherit' | 'ignore';
}

export interface PoolTask extends QueuedTask {
  readonly task: unknown;
}

/** A worker that cannot even take a task three times over will not take it a fourth time. */
const mostAttempts = 3;

interface WaitingTask extends PoolTask {
  readonly attempt: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Worker processes that take tasks from a fair queue; a worker that dies costs only the task it had. */
export class ProcessPool {
  readonly #options: ProcessPoolOptions;
  readonly #queue = createFairQueue<WaitingTask>();
  readonly #workers = new Set<WorkerProcess>();
  #longRunning = 0;
  #closed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
  }

  get queueLength(): number {
    return this.#queue.length;
  }

  get workerPids(): number[] {
    return [...this.#workers].flatMap((worker) => worker.pid ?? []);
  }

  /** @throws AnalysisFailedError, OverloadedError */
  run(task: PoolTask): Promise<unknown> {
    if (this.#closed) return failed('the pool is closed');
    if (this.#queue.length >= this.#options.maxQueued) {
      const waiting = `${this.#options.maxQueued} tasks are waiting already`;
      return Promise.reject(new OverloadedError(waiting));
    }
    return new Promise((resolve, reject) => {
      this.#queue.add({ ...task, attempt: 1, resolve, reject });
      this.#startWaiting();
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#queue.drain()) {
      waiting.reject(new AnalysisFailedError('analysis failed: the pool is closed'));
    }
    const workers = [...this.#workers];
    for (const worker of workers) {
      if (worker.isIdle) worker.end();
      else worker.kill();
    }
    await Promise.all(workers.map((worker) => worker.exited));
  }

  #startWaiting(): void {
    while (this.#queue.length > 0 && !this.#closed) {
      const idle = [...this.#workers].find((worker) => worker.isIdle);
      if (!idle && this.#workers.size >= this.#options.workers) return;
      // One worker always stays free of long tasks, unless it is the only one.
      const mayStartLong = this.#longRunning < Math.max(1, this.#options.workers - 1);
      const next = this.#queue.take(mayStartLong);
      if (!next) return;
      void this.#runOn(idle, next);
    }
  }

  async #runOn(idle: WorkerProcess | undefined, waiting: WaitingTask): Promise<void> {
    if (waiting.isLong) this.#longRunning += 1;
    try {
      const worker = idle ?? this.#startWorker();
      waiting.resolve(await worker.run(waiting.task, this.#options.taskTimeoutMs));
    } catch (error) {
      // Where no process can be started, each try fails at once: the stack would grow with the queue.
      await setImmediate();
      this.#giveUpOrRetry(waiting, error);
    }
    if (waiting.isLong) this.#longRunning -= 1;
    this.#startWaiting();
  }

  #giveUpOrRetry(waiting: WaitingTask, error: unknown): void {
    if (!(error instanceof TaskNotStartedError)) waiting.reject(error);
    else if (this.#closed || waiting.attempt === mostAttempts) {
      waiting.reject(
        new AnalysisFailedError('analysis failed: no worker could start', { cause: error }),
      );
    } else this.#queue.add({ ...waiting, attempt: waiting.attempt + 1 });
  }

  #startWorker(): WorkerProcess {
    const { entry, maxHeapMb, retireAboveBytes, stderr } = this.#options;
    const worker: WorkerProcess = new WorkerProcess({
      entry,
      maxHeapMb,
      retireAboveBytes,
      stderr,
      onExit: () => {
        this.#workers.delete(worker);
        this.#startWaiting();
      },
    });
    this.#workers.add(worker);
    return worker;
  }
}

function failed(why: string): Promise<never> {
  return Promise.reject(new AnalysisFailedError(`analysis failed: ${why}`));
}
