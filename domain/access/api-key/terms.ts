import { type CheckKind, checkKinds } from '../../checks/request.ts';
import { type Credits, credits } from '../../shared/credits.ts';
import { type Instant, instant } from '../../shared/instant.ts';
import { type Outcome, refused, success } from '../../shared/refusal.ts';

/** What a key may do and for how long. Set once, when the key is made. */
export type KeyTerms = {
  /** Credits that the key may spend in a period of its account; null when only the account bounds it. */
  readonly monthlyCap: Credits | null;
  /** From this instant on the key is refused; null when it is valid until it is revoked. */
  readonly expiresAt: Instant | null;
  /** The checks that the key may run, in the order of the specification; null for all, also those to come. */
  readonly checks: readonly CheckKind[] | null;
};

export const unlimitedTerms: KeyTerms = { monthlyCap: null, expiresAt: null, checks: null };

/** Terms as somebody asks for them. What is left out, or null, limits nothing. */
export interface WishedTerms {
  readonly monthlyCap?: number | null;
  /** Epoch milliseconds. */
  readonly expiresAt?: number | null;
  readonly checks?: readonly string[] | null;
}

/** The terms of a new key. Refuses with `bad_json` what no key can have. */
export function keyTerms(wish: WishedTerms, now: Instant): Outcome<KeyTerms> {
  const { monthlyCap = null, expiresAt = null, checks = null } = wish;
  if (monthlyCap !== null && !(Number.isSafeInteger(monthlyCap) && monthlyCap > 0)) {
    return refused('bad_json', `a monthly cap is a whole number from 1, this one is ${monthlyCap}`);
  }
  if (expiresAt !== null && !(Number.isInteger(expiresAt) && expiresAt > now)) {
    return refused('bad_json', 'a key expires in the future; that instant has passed');
  }
  if (expiresAt !== null && expiresAt > latest) {
    return refused('bad_json', 'that instant is later than any date there is');
  }
  const unknown = checks?.find((name) => !isCheckKind(name));
  if (unknown !== undefined) {
    const known = checkKinds.join(', ');
    return refused('bad_json', `a key may be allowed ${known}; "${unknown}" is no check`);
  }
  if (checks !== null && checks.length === 0) {
    return refused('bad_json', 'a key that may run no check is of no use: name at least one');
  }
  return success({
    monthlyCap: monthlyCap === null ? null : credits(monthlyCap),
    expiresAt: expiresAt === null ? null : instant(expiresAt),
    checks: checks === null ? null : checkKinds.filter((kind) => checks.includes(kind)),
  });
}

/** What `instant` can hold. */
const latest = 8.64e15;

function isCheckKind(name: string): name is CheckKind {
  return checkKinds.some((kind) => kind === name);
}
