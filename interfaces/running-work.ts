/** What is under way and must not lose its stores. */
export interface RunningWork {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves once nothing runs, or when the time is over; true in the first case. */
  settled(limitMs: number): Promise<boolean>;
}

export function runningWork(): RunningWork {
  const running = new Set<Promise<unknown>>();
  return {
    async run(work) {
      const under = work();
      running.add(under);
      try {
        return await under;
      } finally {
        running.delete(under);
      }
    },
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
