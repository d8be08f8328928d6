import type { Brand } from './brand.ts';

/** A whole, non-negative number of credits. */
export type Credits = Brand<number, 'Credits'>;

/** @throws RangeError when the number is not a safe, non-negative integer. */
export function credits(amount: number): Credits {
  if (!Number.isSafeInteger(amount) || amount < 0) {
    throw new RangeError(`credits must be a whole number of at least 0, got ${amount}`);
  }
  return amount as Credits;
}

export const noCredits: Credits = credits(0);

export function sumCredits(amounts: Iterable<Credits>): Credits {
  let total = 0;
  for (const amount of amounts) total += amount;
  return credits(total);
}
