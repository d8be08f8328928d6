import type { Brand } from './brand.ts';

/** A point in time: milliseconds since 1970-01-01T00:00:00Z. */
export type Instant = Brand<number, 'Instant'>;

/** @throws RangeError when the number is not a whole number that a Date can hold. */
export function instant(epochMs: number): Instant {
  if (!Number.isInteger(epochMs) || Math.abs(epochMs) > 8.64e15) {
    throw new RangeError(`an instant is a whole number of milliseconds, got ${epochMs}`);
  }
  return epochMs as Instant;
}

export function addMs(start: Instant, durationMs: number): Instant {
  return instant(start + durationMs);
}
