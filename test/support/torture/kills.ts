import { setTimeout as pause } from 'node:timers/promises';
import type { AssayProcess } from '../assay-process.ts';
import { killEngines } from '../kill-engines.ts';
import type { Load } from './load.ts';

/** When a node is killed: at work, while it starts, while it shuts down; or only its engines are. */
export const killMoments = ['load', 'start', 'stop', 'engines'] as const;
export type KillMoment = (typeof killMoments)[number];

/** Start and shutdown take about a second. */
const mostMs = 1_500;

/** Kills a node with SIGKILL at a random instant of the moment, and starts it again. */
export async function killAt(moment: KillMoment, node: AssayProcess, load: Load): Promise<void> {
  // Somewhere in the middle of the work, not before it has begun.
  await load.moreAnswered(1 + Math.floor(Math.random() * 40));
  switch (moment) {
    case 'load':
      await node.kill();
      break;
    case 'start': {
      await node.kill();
      const starting = node.start().catch(() => undefined);
      await pause(Math.random() * mostMs);
      await node.kill();
      await starting;
      break;
    }
    case 'stop': {
      const stopping = node.stop();
      await pause(Math.random() * mostMs);
      await node.kill();
      await stopping;
      break;
    }
    case 'engines':
      killEngines(node.pid());
      return;
  }
  await node.start();
}
