import { InvalidArgumentError } from 'commander';
import { isPlan, type Plan } from '../../domain/access/plan.ts';
import { type Credits, credits } from '../../domain/shared/credits.ts';
import {
  type AccountId,
  accountId,
  type CheckId,
  checkId,
  type DebitId,
  debitId,
  type KeyId,
  keyId,
} from '../../domain/shared/ids.ts';
import { type Instant, instant } from '../../domain/shared/instant.ts';

/** Parsers of command line words; what they refuse is reported with the option's name. */
export const account = (word: string): AccountId => attempt(() => accountId(word));
export const key = (word: string): KeyId => attempt(() => keyId(word));
export const check = (word: string): CheckId => attempt(() => checkId(word));
export const debit = (word: string): DebitId => attempt(() => debitId(word));

export function amount(word: string): Credits {
  return attempt(() => credits(wholeNumber(word)));
}

export function wholeNumber(word: string): number {
  if (!/^\d{1,15}$/.test(word)) throw new InvalidArgumentError('expected a whole number');
  const value = Number(word);
  if (value === 0) throw new InvalidArgumentError('expected at least 1');
  return value;
}

export function plan(word: string): Plan {
  if (!isPlan(word)) throw new InvalidArgumentError('expected free, pro or team');
  return word;
}

/** A date or time of ISO 8601; without a time zone it is UTC. A day alone is its first moment. */
export function moment(word: string): Instant {
  const zoned = /([zZ]|[+-]\d\d:?\d\d)$/.test(word) || !word.includes('T') ? word : `${word}Z`;
  const epochMs = Date.parse(zoned);
  if (!/^\d{4}-\d\d-\d\d/.test(word) || Number.isNaN(epochMs)) {
    throw new InvalidArgumentError('expected a date such as 2026-11-30 or 2026-11-30T12:00:00Z');
  }
  return instant(epochMs);
}

/** The end of a range: a day alone means up to its last millisecond. */
export function endMoment(word: string): Instant {
  const start = moment(word);
  return word.includes('T') ? start : instant(start + 24 * 60 * 60 * 1000 - 1);
}

function attempt<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : 'not understood');
  }
}
