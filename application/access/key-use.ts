import type { TimedRow } from '../ledger/timed-rows.ts';

/** What a key has done, by the statement of its account. */
export interface KeyUse {
  /** Credits debited less refunded since the account's period began. */
  readonly spent: number;
  /** Credits in open holds. */
  readonly held: number;
  /** When it last began or ended a check, or was served from the cache; epoch milliseconds. */
  readonly lastUsedAt: number | null;
}

interface Spending {
  readonly credentialId: string;
  readonly amount: number;
}

/**
 * What every key of an account has done, by key id, from all rows of its statement. For a capped key this is
 * what the ledger counts under its cap: a debit belongs to the key that held the credits.
 */
export async function keyUses(
  rows: AsyncIterable<TimedRow>,
): Promise<{ of(credentialId: string): KeyUse }> {
  const holds = new Map<string, Spending>();
  const debits = new Map<string, Spending>();
  const lastUses = new Map<string, number>();
  for await (const { row, time } of rows) {
    const { kind, credential_id: by, check_id: check, debit_id: debit } = row;
    if (kind === 'period') debits.clear();
    if (kind === 'hold' && by !== null && check !== null)
      holds.set(check, { credentialId: by, amount: row.held });
    if (kind === 'debit' && check !== null && debit !== null) {
      const hold = holds.get(check);
      if (hold !== undefined) debits.set(debit, hold);
    }
    if ((kind === 'debit' || kind === 'release') && check !== null) holds.delete(check);
    // A refund is whole; one of an earlier period's debit changes nothing in this one.
    if (kind === 'refund' && debit !== null) debits.delete(debit);
    if (by !== null && uses.has(kind)) lastUses.set(by, time);
  }
  return {
    of: (credentialId) => ({
      spent: sumOf(debits, credentialId),
      held: sumOf(holds, credentialId),
      lastUsedAt: lastUses.get(credentialId) ?? null,
    }),
  };
}

const uses: ReadonlySet<TimedRow['row']['kind']> = new Set(['hold', 'debit', 'cache_hit']);

function sumOf(spendings: ReadonlyMap<string, Spending>, of: string): number {
  let sum = 0;
  for (const { credentialId, amount } of spendings.values()) if (credentialId === of) sum += amount;
  return sum;
}
