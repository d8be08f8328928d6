export interface QueuedTask {
  /** Keys share the workers equally, by work done and not by number of tasks. */
  readonly fairnessKey: string;
  /** Estimated work in any unit, above 0. */
  readonly cost: number;
  /** A long task waits while another long one runs, so that one worker is always free for short ones. */
  readonly isLong: boolean;
}

export interface FairQueue<Task extends QueuedTask> {
  add(task: Task): void;
  /** The next task in turn, or undefined when there is none that may start now. */
  take(mayStartLong: boolean): Task | undefined;
  /** Removes and returns everything. */
  drain(): Task[];
  readonly length: number;
}

interface Waiting<Task> {
  readonly task: Task;
  /** Virtual time at which the task would start if every key had its own slow worker. */
  readonly start: number;
}

/**
 * Start-time fair queueing (Goyal, Vin, Cheng 1996): a key that used little so far goes before one that used
 * much, first in first out within a key, and nobody saves up turns while away.
 */
export function createFairQueue<Task extends QueuedTask>(): FairQueue<Task> {
  const waiting = new Map<string, Waiting<Task>[]>();
  const finishes = new Map<string, number>();
  let virtualTime = 0;
  let length = 0;
  return {
    add(task) {
      const start = Math.max(virtualTime, finishes.get(task.fairnessKey) ?? 0);
      finishes.set(task.fairnessKey, start + task.cost);
      const own = waiting.get(task.fairnessKey);
      if (own) own.push({ task, start });
      else waiting.set(task.fairnessKey, [{ task, start }]);
      length += 1;
    },
    take(mayStartLong) {
      const next = earliest(waiting, mayStartLong);
      if (next === undefined) return undefined;
      const { own, chosen } = next;
      own.splice(own.indexOf(chosen), 1);
      length -= 1;
      virtualTime = Math.max(virtualTime, chosen.start);
      if (own.length === 0) waiting.delete(chosen.task.fairnessKey);
      forgetIdle(finishes, { waiting, virtualTime });
      return chosen.task;
    },
    drain() {
      const all = [...waiting.values()].flat().map(({ task }) => task);
      waiting.clear();
      finishes.clear();
      length = 0;
      return all;
    },
    get length() {
      return length;
    },
  };
}

function earliest<Task extends QueuedTask>(
  waiting: ReadonlyMap<string, Waiting<Task>[]>,
  mayStartLong: boolean,
): { readonly own: Waiting<Task>[]; readonly chosen: Waiting<Task> } | undefined {
  let best: { readonly own: Waiting<Task>[]; readonly chosen: Waiting<Task> } | undefined;
  for (const own of waiting.values()) {
    const chosen = own.find(({ task }) => mayStartLong || !task.isLong);
    if (chosen && (!best || chosen.start < best.chosen.start)) best = { own, chosen };
  }
  return best;
}

/** A key whose work lies in the past starts at the present anyway: nothing need be kept of it. */
function forgetIdle(
  finishes: Map<string, number>,
  present: { readonly waiting: ReadonlyMap<string, unknown>; readonly virtualTime: number },
): void {
  for (const [key, finish] of finishes) {
    if (finish <= present.virtualTime && !present.waiting.has(key)) finishes.delete(key);
  }
}
