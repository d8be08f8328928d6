import { type Instant, instant } from '../shared/instant.ts';

export interface Period {
  readonly start: Instant;
  readonly end: Instant;
}

/**
 * The monthly period that holds `at`, counted in calendar months (UTC) from the anchor.
 * A month without the anchor's day ends on its last day: the 31st of January is followed by the
 * 28th or 29th of February and then by the 31st of March.
 */
export function periodAt(anchor: Instant, at: Instant): Period {
  const from = new Date(anchor);
  const to = new Date(at);
  let months =
    (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  if (monthsAfter(anchor, months) > at) months -= 1;
  return { start: monthsAfter(anchor, months), end: monthsAfter(anchor, months + 1) };
}

function monthsAfter(anchor: Instant, months: number): Instant {
  const date = new Date(anchor);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return instant(date.getTime());
}
