import { serveTasks } from '../../../infrastructure/analysis/serve-tasks.ts';

interface Order {
  readonly act:
    | 'echo'
    | 'hang'
    | 'spin'
    | 'die'
    | 'throw'
    | 'trap'
    | 'wait'
    | 'environment'
    | 'fill';
  readonly value?: unknown;
}

function isOrder(task: unknown): task is Order {
  return typeof task === 'object' && task !== null && 'act' in task;
}

/** A worker that does what the tests of the pool ask for. */
async function obey(task: unknown): Promise<unknown> {
  if (!isOrder(task)) throw new TypeError('no order');
  switch (task.act) {
    case 'echo':
      return { value: task.value, pid: process.pid };
    case 'hang':
      return new Promise(() => undefined);
    case 'spin':
      for (;;);
    case 'die':
      return process.abort();
    case 'throw':
      throw new RangeError(`secret ${String(task.value)}`);
    case 'trap':
      throw Object.assign(new Error('unreachable'), { name: 'RuntimeError' });
    case 'wait':
      await new Promise((resolve) => setTimeout(resolve, Number(task.value)));
      return { value: task.value, pid: process.pid };
    case 'environment':
      return Object.keys(process.env);
    case 'fill': {
      const held: number[][] = [];
      for (;;) held.push(new Array(1_000_000).fill(held.length));
    }
  }
}

serveTasks(obey);
