import type { StatementRow } from './statement.ts';

/** What some rows of a statement come to, in credits. `net` = granted - debited + refunded - expired. */
export type StatementTotals = {
  readonly rows: number;
  readonly granted: number;
  readonly debited: number;
  readonly refunded: number;
  /** Left over when a grant ended, or given back to a grant that had ended. */
  readonly expired: number;
  readonly net: number;
  /** What checks answered from the cache would have cost. Not part of `net`. */
  readonly credits_saved: number;
};

export const noTotals: StatementTotals = {
  rows: 0,
  granted: 0,
  debited: 0,
  refunded: 0,
  expired: 0,
  net: 0,
  credits_saved: 0,
};

export function addRow(totals: StatementTotals, row: StatementRow): StatementTotals {
  const { kind, amount } = row;
  const is = (wanted: StatementRow['kind']): number => (kind === wanted ? amount : 0);
  return {
    rows: totals.rows + 1,
    granted: totals.granted + is('grant'),
    debited: totals.debited - is('debit'),
    refunded: totals.refunded + is('refund'),
    expired: totals.expired - is('expiry') - is('release'),
    net: totals.net + amount,
    credits_saved: totals.credits_saved + row.credits_saved,
  };
}
