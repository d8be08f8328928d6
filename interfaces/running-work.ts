/** What is under way and must not lose its stores. */
export interface RunningWork {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Runs what no answer waits for. `onFailed` hears of a failure; a rejection without a hearer ends the process. */
  background(work: () => Promise<void>): void;
  /** Resolves once nothing runs, or when the time is over; true in the first case. */
  settled(limitMs: number): Promise<boolean>;
}

export function runningWork(onFailed: (cause: unknown) => void): RunningWork {
  const running = new Set<Promise<unknown>>();
  const run = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    const under = work();
    running.add(under);
    try {
      return await under;
    } finally {
      running.delete(under);
    }
  };
  return {
    run,
    background: (work) => void run(work).catch(onFailed),
    async settled(limitMs) {
      let timer: NodeJS.Timeout | undefined;
      const overdue = new Promise<false>((resolve) => {
        timer = setTimeout(() => resolve(false), limitMs);
      });
      const done = async (): Promise<true> => {
        while (running.size > 0) await Promise.allSettled(running);
        return true;
      };
      const settled = await Promise.race([done(), overdue]);
      clearTimeout(timer);
      return settled;
    },
  };
}
