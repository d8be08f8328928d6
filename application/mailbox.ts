export interface Mailbox<Letter> {
  send(letter: Letter): void;
  readonly idle: boolean;
}

/** At most this many letters in one batch: a bound on memory and on the size of one commit. */
const maxBatch = 1024;

/**
 * A queue with one reader: `handle` gets everything that waits, batch after batch, never two at once.
 * `handle` answers every letter itself, also when it fails.
 */
export function openMailbox<Letter>(
  handle: (batch: readonly Letter[]) => Promise<void>,
): Mailbox<Letter> {
  let waiting: Letter[] = [];
  let running = false;

  async function drain(): Promise<void> {
    // Everything sent in the same turn of the event loop joins the first batch.
    await Promise.resolve();
    while (waiting.length > 0) {
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
