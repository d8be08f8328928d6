import { setTimeout } from 'node:timers/promises';
import type { Timers } from '../../application/ports/timers.ts';

export const systemTimers: Timers = {
  async pause(durationMs) {
    await setTimeout(durationMs);
  },
  random: () => Math.random(),
};
