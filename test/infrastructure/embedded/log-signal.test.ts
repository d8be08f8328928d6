import assert from 'node:assert/strict';
import { logSignal } from '../../../infrastructure/embedded/log-signal.ts';

describe('log signal', () => {
  const endless = new AbortController().signal;
  /** A file that no other process changes. */
  const still = { dataVersion: () => 1 };

  it('wakes those that wait when the log grows', async () => {
    const signal = logSignal(still);
    const woken = signal.wait(signal.count(), endless);
    signal.raise();
    await woken;
  });

  it('does not let a growth go by between the look and the wait', async () => {
    const signal = logSignal(still);
    const count = signal.count();
    signal.raise();
    await signal.wait(count, endless);
  });

  it('notices what another process appends, and a file that cannot be read', async () => {
    let version = 1;
    const signal = logSignal({
      dataVersion() {
        if (version === 3) throw new Error('unreadable');
        return version;
      },
    });
    for (version of [2, 3]) await signal.wait(signal.count(), endless);
  });

  it('lets go when it is told to stop', async () => {
    const signal = logSignal(still);
    const stop = new AbortController();
    const waiting = signal.wait(signal.count(), stop.signal);
    stop.abort();
    await waiting;
    await signal.wait(signal.count(), stop.signal);
  });

  it('sleeps while nothing happens', async () => {
    const signal = logSignal(still);
    let woken = false;
    const stop = new AbortController();
    const waiting = signal.wait(signal.count(), stop.signal).then(() => {
      woken = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    assert.equal(woken, false);
    stop.abort();
    await waiting;
  });
});
