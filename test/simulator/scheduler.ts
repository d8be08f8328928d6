import { createHash } from 'node:crypto';
import { type Random, seededRandom } from './random.ts';

/** Whoever does something; what the dead were about to do does not happen. */
export interface Life {
  readonly name: string;
  alive: boolean;
}

/** Time, and whatever else goes on whoever dies. */
export const outside: Life = { name: 'world', alive: true };

export interface Scheduler {
  readonly random: Random;
  /** Milliseconds of simulated time since the start. */
  now(): number;
  /** Runs something later, unless `life` has ended by then; the answer takes that back. */
  after(delayMs: number, life: Life, run: () => void): () => void;
  /** A pause that never ends when `life` does. */
  sleep(delayMs: number, life: Life): Promise<void>;
  note(who: string, what: string): void;
  /** One task after another, and all that follows from each, until `done`, nothing is left, or time is up. */
  runUntil(done: () => boolean, limitMs: number): Promise<'done' | 'idle' | 'late'>;
  readonly steps: number;
  /** SHA-256 of everything noted so far. */
  traceHash(): string;
}

interface Task {
  readonly at: number;
  readonly order: number;
  readonly life: Life;
  readonly run: () => void;
  cancelled: boolean;
}

/**
 * Simulated time: tasks run one at a time, the order of those that are ready is drawn by lot. Between
 * two tasks all promises that can go on do so, which is why a run depends on nothing but its seed.
 */
export function openScheduler(
  seed: number,
  options: { readonly trace: ((line: string) => void) | null },
): Scheduler {
  const random = seededRandom(seed);
  const tasks = taskQueue();
  const hash = createHash('sha256');
  let nowMs = 0;
  let steps = 0;
  const after: Scheduler['after'] = (delayMs, life, run) => {
    const at = nowMs + Math.max(0, delayMs);
    const task: Task = { at, order: random.next(), life, run, cancelled: false };
    tasks.push(task);
    return () => {
      task.cancelled = true;
    };
  };
  return {
    random,
    now: () => nowMs,
    after,
    sleep: (delayMs, life) =>
      new Promise((resolve) => {
        after(delayMs, life, resolve);
      }),
    note(who, what) {
      const line = `${nowMs.toFixed(3)} ${who}: ${what}`;
      hash.update(line);
      options.trace?.(line);
    },
    async runUntil(done, limitMs) {
      const deadline = nowMs + limitMs;
      while (!done()) {
        const task = tasks.pop();
        if (task === undefined) return 'idle';
        if (task.cancelled || !task.life.alive) continue;
        nowMs = Math.max(nowMs, task.at);
        if (nowMs > deadline) return 'late';
        steps += 1;
        task.run();
        await settled();
      }
      return 'done';
    },
    get steps() {
      return steps;
    },
    traceHash: () => hash.copy().digest('hex'),
  };
}

/** Resolves when no promise can go on any more: a turn of the event loop comes after all of them. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function isBefore(left: Task, right: Task): boolean {
  return left.at < right.at || (left.at === right.at && left.order < right.order);
}

/** A binary heap, the earliest on top. */
function taskQueue(): { push(task: Task): void; pop(): Task | undefined } {
  const heap: Task[] = [];
  const swapWhenBefore = (child: number, parent: number): boolean => {
    const [lower, upper] = [heap[child], heap[parent]];
    if (lower === undefined || upper === undefined || !isBefore(lower, upper)) return false;
    heap[child] = upper;
    heap[parent] = lower;
    return true;
  };
  const sink = (): void => {
    for (let at = 0; ; ) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
      const useRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = useRight ? 2 * at + 2 : 2 * at + 1;
      if (!swapWhenBefore(child, at)) return;
      at = child;
    }
  };
  return {
    push(task) {
      heap.push(task);
      for (let at = heap.length - 1; at > 0; ) {
        const parent = (at - 1) >> 1;
        if (!swapWhenBefore(at, parent)) return;
        at = parent;
      }
    },
    pop() {
      const [top] = heap;
      const last = heap.pop();
      if (top === undefined || last === undefined || heap.length === 0) return top;
      heap[0] = last;
      sink();
      return top;
    },
  };
}
