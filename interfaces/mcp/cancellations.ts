import type { RequestId } from '@modelcontextprotocol/server';

export interface Call {
  readonly credentialId: string;
  readonly id: RequestId;
}

/** The calls under way of clients that take a call back with a message of its own. */
export interface Cancellations {
  /** Runs a call that `cancel` can take back. */
  cancellable<Value>(call: Call, run: (cancelled: AbortSignal) => Promise<Value>): Promise<Value>;
  cancel(call: Call): void;
}

/**
 * Revision 2025-11-25 cancels by a notification in a request of its own, and without sessions only credential
 * and request id say which call is meant. Two clients with one key may have chosen the same id: then nothing is
 * taken back, for a call that nobody took back must not fail.
 */
export function openCancellations(): Cancellations {
  const running = new Map<string, Set<AbortController>>();
  return {
    async cancellable(call, run) {
      const key = keyOf(call);
      const controller = new AbortController();
      const same = running.get(key) ?? new Set();
      running.set(key, same.add(controller));
      try {
        return await run(controller.signal);
      } finally {
        same.delete(controller);
        if (same.size === 0) running.delete(key);
      }
    },
    cancel(call) {
      const [only, ...others] = running.get(keyOf(call)) ?? [];
      if (others.length === 0) only?.abort();
    },
  };
}

/** A number and a string are different ids in JSON-RPC. */
function keyOf({ credentialId, id }: Call): string {
  return JSON.stringify([credentialId, id]);
}
