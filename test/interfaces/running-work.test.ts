import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { runningWork } from '../../interfaces/running-work.ts';

describe('work in the background', () => {
  it('tells of its failure, and ends nothing else', async () => {
    const failures: unknown[] = [];
    const work = runningWork((cause) => failures.push(cause));
    const gone = new Error('the log is away');
    work.background(() => Promise.reject(gone));
    assert.equal(await work.settled(1_000), true);
    // A rejection that nobody hears of would end the process, and this test with it, about now.
    await pause(10);
    assert.deepEqual(failures, [gone]);
  });

  it('is waited for', async () => {
    const work = runningWork((cause) => assert.fail(String(cause)));
    let done = false;
    work.background(async () => {
      await pause(20);
      done = true;
    });
    assert.equal(await work.settled(0), false);
    assert.equal(await work.settled(10_000), true);
    assert.equal(done, true);
  });
});
