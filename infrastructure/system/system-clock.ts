import type { Clock } from '../../application/ports/clock.ts';
import { instant } from '../../domain/shared/instant.ts';

export const systemClock: Clock = { now: () => instant(Date.now()) };
