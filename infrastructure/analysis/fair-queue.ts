export interface QueuedTask {
  /** Tasks of different keys take turns. */
  readonly fairnessKey: string;
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

/** Round robin between keys, first in first out within a key. */
export function createFairQueue<Task extends QueuedTask>(): FairQueue<Task> {
  // A Map keeps the order of insertion: a key that got its turn is put back at the end.
  const waiting = new Map<string, Task[]>();
  let length = 0;
  return {
    add(task) {
      const own = waiting.get(task.fairnessKey);
      if (own) own.push(task);
      else waiting.set(task.fairnessKey, [task]);
      length += 1;
    },
    take(mayStartLong) {
      for (const [key, own] of waiting) {
        const index = own.findIndex((task) => mayStartLong || !task.isLong);
        const [task] = index < 0 ? [] : own.splice(index, 1);
        if (task === undefined) continue;
        waiting.delete(key);
        if (own.length > 0) waiting.set(key, own);
        length -= 1;
        return task;
      }
      return undefined;
    },
    drain() {
      const all = [...waiting.values()].flat();
      waiting.clear();
      length = 0;
      return all;
    },
    get length() {
      return length;
    },
  };
}
