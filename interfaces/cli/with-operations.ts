import type { Operations } from './operations.ts';

/** Opens the data folder, runs one command on it, and closes it whatever happens. */
export type WithOperations = (command: (operations: Operations) => Promise<void>) => Promise<void>;

export function withOperationsOf(open: () => Promise<Operations>): WithOperations {
  return async (command) => {
    const operations = await open();
    try {
      await command(operations);
    } finally {
      await operations.close();
    }
  };
}
