/**
 * The ledger column: what balances are made of, in records of one width, so that a whole log is folded
 * without reading JSON. Little endian:
 *
 *     0  uint8    kind of movement (`kindNumbers`)
 *     1  uint8    1 in the last record of an event
 *     4  uint32   number of the account
 *     8  uint32   number of the grant, 0 for none
 *     12 uint32   revision of the event in the account's stream
 *     16 float64  when it occurred, epoch milliseconds
 *     24 float64  amount of the movement
 *     32 float64  balance after the event
 *     40 float64  open holds after the event
 *
 * Accounts and grants are numbered from 1 in the order in which the log first names them.
 */
export const recordBytes = 48;

export const recordField = {
  kind: 0,
  isLast: 1,
  account: 4,
  grant: 8,
  revision: 12,
  occurredAt: 16,
  amount: 24,
  balanceAfter: 32,
  heldAfter: 40,
} as const;

export interface ColumnRecord {
  readonly kind: number;
  readonly isLast: boolean;
  readonly account: number;
  readonly grant: number;
  readonly revision: number;
  readonly occurredAt: number;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly heldAfter: number;
}

/** Writes one record at its place, counted in records. */
export function writeRecord(view: DataView, place: number, record: ColumnRecord): void {
  const start = place * recordBytes;
  view.setUint8(start + recordField.kind, record.kind);
  view.setUint8(start + recordField.isLast, record.isLast ? 1 : 0);
  view.setUint32(start + recordField.account, record.account, true);
  view.setUint32(start + recordField.grant, record.grant, true);
  view.setUint32(start + recordField.revision, record.revision, true);
  view.setFloat64(start + recordField.occurredAt, record.occurredAt, true);
  view.setFloat64(start + recordField.amount, record.amount, true);
  view.setFloat64(start + recordField.balanceAfter, record.balanceAfter, true);
  view.setFloat64(start + recordField.heldAfter, record.heldAfter, true);
}
