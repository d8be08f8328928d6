export interface Mailbox<Letter> {
  send(letter: Letter): void;
  readonly idle: boolean;
}

/** At most this many letters in one batch: a bound on memory and on the size of one commit. */
const maxBatch = 1024;

/**
 * A queue with one reader: `handle` gets everything that waits, batch after batch, never two at once.
 * `handle` answers every letter itself, also when it fails. Before each batch it waits for `gather`:
 * whoever was just answered often sends the next letter at once, and all of them can share a batch.
 */
export function openMailbox<Letter>(
  handle: (batch: readonly Letter[]) => Promise<void>,
  gather: () => Promise<void>,
): Mailbox<Letter> {
  let waiting: Letter[] = [];
  let running = false;

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await gather();
      const batch = waiting.slice(0, maxBatch);
      waiting = waiting.slice(maxBatch);
      await handle(batch);
    }
    running = false;
  }

  return {
    send(letter) {
      waiting.push(letter);
      if (running) return;
      running = true;
      void drain();
    },
    get idle() {
      return !running;
    },
  };
}
