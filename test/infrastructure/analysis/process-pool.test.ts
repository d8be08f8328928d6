import assert from 'node:assert/strict';
import { AnalysisFailedError } from '../../../application/ports/analyser.ts';
import {
  ProcessPool,
  type ProcessPoolOptions,
} from '../../../infrastructure/analysis/process-pool.ts';
import { siblingModule } from '../../../infrastructure/system/start-worker.ts';

describe('process pool', () => {
  const opened: ProcessPool[] = [];
  const open = (options: Partial<ProcessPoolOptions> = {}): ProcessPool => {
    const pool = new ProcessPool({
      entry: siblingModule('pool-worker', import.meta.url),
      workers: 2,
      taskTimeoutMs: 15_000,
      maxQueued: 100,
      maxHeapMb: 128,
      retireAboveBytes: 1024 ** 3,
      stderr: 'ignore',
      ...options,
    });
    opened.push(pool);
    return pool;
  };
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => pool.close()));
  });

  it('fails every task where no process can be started, and leaves none waiting', async () => {
    // Node throws at once for this address, as it does when memory is out.
    const pool = open({ entry: new URL('https://assay.example/worker.js'), workers: 1 });
    const tasks = Array.from({ length: 50 }, () => pool.run(order('echo')));
    for (const task of tasks) await assert.rejects(task, AnalysisFailedError);
    assert.equal(pool.queueLength, 0);
  });

  it('starts no process before there is work', () => {
    assert.deepEqual(open().workerPids, []);
  });

  it('gives back what the worker answers, typed arrays and long texts included', async () => {
    const value = { hashes: Uint32Array.of(1, 2 ** 32 - 1), text: 'ä😀'.repeat(200_000) };
    assert.deepEqual(echoed(await open().run(order('echo', value))), value);
  });

  it('never runs more workers than it may', async () => {
    const pool = open({ workers: 2 });
    await Promise.all(Array.from({ length: 10 }, (_, index) => pool.run(order('echo', index))));
    assert.equal(pool.workerPids.length, 2);
  });

  it('fails the task of a killed worker and goes on with another', async () => {
    const pool = open({ workers: 1 });
    await pool.run(order('echo'));
    const hanging = pool.run(order('hang'));
    const rejected = assert.rejects(hanging, AnalysisFailedError);
    await hasStarted();
    const [pid] = pool.workerPids;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await rejected;
    assert.equal(echoed(await pool.run(order('echo', 'next'))), 'next');
  });

  it('gives a task to another worker when its own dies before taking it', async () => {
    const pool = open({ workers: 1 });
    const first = pidOf(await pool.run(order('echo')));
    process.kill(first, 'SIGKILL');
    assert.notEqual(pidOf(await pool.run(order('echo'))), first);
  });

  it('fails a task that no worker can take', async () => {
    const pool = open({ entry: siblingModule('no-such-worker', import.meta.url) });
    await assert.rejects(pool.run(order('echo')), /no worker could start/);
  });

  it('runs the tasks that waited for a worker that died', async () => {
    const pool = open({ workers: 1 });
    const rejected = assert.rejects(pool.run(order('die')), AnalysisFailedError);
    const waiting = pool.run(order('echo', 'waited'));
    await rejected;
    assert.equal(echoed(await waiting), 'waited');
  });

  it('fails a task that spins past its time and goes on', async () => {
    const pool = open({ workers: 1, taskTimeoutMs: 1_500 });
    await assert.rejects(pool.run(order('spin')), /longer than 1500 ms/);
    assert.equal(echoed(await pool.run(order('echo', 1))), 1);
  });

  it('survives a worker that runs out of memory', async () => {
    const pool = open({ workers: 1 });
    await assert.rejects(pool.run(order('fill')), AnalysisFailedError);
    assert.equal(echoed(await pool.run(order('echo', 1))), 1);
  });

  it('tells where an engine failed, never what its message quoted', async () => {
    const pool = open();
    await assert.rejects(pool.run(order('throw', 'text')), (error) => {
      assert.ok(error instanceof AnalysisFailedError);
      assert.match(error.message, /RangeError at .*pool-worker/);
      assert.doesNotMatch(error.message, /secret/);
      return true;
    });
  });

  it('keeps a worker whose task failed by an error of its own', async () => {
    const pool = open({ workers: 1 });
    const first = pidOf(await pool.run(order('echo')));
    await assert.rejects(pool.run(order('throw')), AnalysisFailedError);
    assert.equal(pidOf(await pool.run(order('echo'))), first);
  });

  it('gives the next task a fresh process after a trap', async () => {
    const pool = open({ workers: 1 });
    const first = pidOf(await pool.run(order('echo')));
    await assert.rejects(pool.run(order('trap')), AnalysisFailedError);
    assert.notEqual(pidOf(await pool.run(order('echo'))), first);
  });

  it('replaces a worker that holds too much memory', async () => {
    const pool = open({ workers: 1, retireAboveBytes: 1 });
    const first = pidOf(await pool.run(order('echo')));
    assert.notEqual(pidOf(await pool.run(order('echo'))), first);
  });

  it('refuses a task when too many wait', async () => {
    const pool = open({ workers: 1, maxQueued: 2 });
    const admitted = [1, 2, 3].map((value) => pool.run(order('wait', value)));
    assert.equal(pool.queueLength, 2);
    await assert.rejects(pool.run(order('echo')), /2 tasks are waiting/);
    await Promise.all(admitted);
    assert.equal(pool.queueLength, 0);
  });

  it('lets callers take turns', async () => {
    const pool = open({ workers: 1 });
    const finished: string[] = [];
    const ask = (fairnessKey: string, name: string): Promise<unknown> =>
      pool.run(order('wait', 5, { fairnessKey })).then(() => finished.push(name));
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => ask('a', name)),
      ...['b1', 'b2'].map((name) => ask('b', name)),
    ]);
    assert.deepEqual(finished, ['a1', 'b1', 'a2', 'b2', 'a3', 'a4', 'a5']);
  });

  it('keeps one worker free of long tasks', async () => {
    const pool = open({ workers: 2 });
    const finished: string[] = [];
    const long = (name: string): Promise<unknown> =>
      pool
        .run(order('wait', 1_500, { fairnessKey: name, isLong: true }))
        .then(() => finished.push(name));
    const longTasks = [long('long1'), long('long2')];
    await pool.run(order('wait', 1, { fairnessKey: 'short' }));
    finished.push('short');
    await Promise.all(longTasks);
    assert.deepEqual(finished, ['short', 'long1', 'long2']);
  });

  it('keeps the settings of the server from the workers', async () => {
    process.env.ASSAY_TEST_SETTING = 'secret';
    try {
      const names = await open().run(order('environment'));
      assert.ok(Array.isArray(names) && names.includes('PATH'));
      assert.ok(!names.includes('ASSAY_TEST_SETTING'));
    } finally {
      delete process.env.ASSAY_TEST_SETTING;
    }
  });

  it('ends its workers and fails what is left when it closes', async () => {
    const pool = open({ workers: 1 });
    await pool.run(order('echo'));
    const [pid] = pool.workerPids;
    assert.ok(pid);
    const left = [pool.run(order('hang')), pool.run(order('echo'))];
    const rejected = left.map((task) => assert.rejects(task, AnalysisFailedError));
    await pool.close();
    await Promise.all(rejected);
    assert.deepEqual(pool.workerPids, []);
    assert.throws(() => process.kill(pid, 0), /ESRCH/);
    await assert.rejects(pool.run(order('echo')), AnalysisFailedError);
  });
});

function order(
  act: string,
  value?: unknown,
  { fairnessKey = 'somebody', isLong = false }: { fairnessKey?: string; isLong?: boolean } = {},
): { fairnessKey: string; cost: number; isLong: boolean; task: unknown } {
  return { fairnessKey, cost: 1, isLong, task: { act, value } };
}

/** Longer than a running worker takes to receive its task. */
function hasStarted(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 300));
}

function echoed(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'value' in answer
    ? answer.value
    : undefined;
}

function pidOf(answer: unknown): number {
  assert.ok(typeof answer === 'object' && answer !== null && 'pid' in answer);
  assert.ok(typeof answer.pid === 'number');
  return answer.pid;
}
