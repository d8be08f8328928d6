import { recordBytes, recordField } from './column-record.ts';
import { kindNumbers } from './movements.ts';

/** Every account and every grant of a log in figures; by number, so place 0 stays empty. */
export interface BalanceTable {
  balance: Float64Array;
  held: Float64Array;
  /** Events folded in of each account: the revision of the last one, and one more. */
  events: Uint32Array;
  free: Float64Array;
  heldOfGrant: Float64Array;
  expired: Uint8Array;
}

/** A record that does not follow from the ones before it. */
export interface ColumnFault {
  readonly account: number;
  readonly revision: number;
  readonly fault: string;
}

const { none, granted, expired, held, debited, released, refunded } = kindNumbers;

export function emptyTable(): BalanceTable {
  return {
    balance: new Float64Array(64),
    held: new Float64Array(64),
    events: new Uint32Array(64),
    free: new Float64Array(64),
    heldOfGrant: new Float64Array(64),
    expired: new Uint8Array(64),
  };
}

/**
 * Folds records in log order into the table, in place. `eventsOf` bounds each account to its first so
 * many events; everything is folded without it. Every figure is checked against what the event itself
 * says of balance and holds; the fold stops at the first that differs.
 */
export function foldColumn(
  table: BalanceTable,
  records: Uint8Array,
  eventsOf?: Uint32Array,
): ColumnFault | null {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let start = 0; start + recordBytes <= records.byteLength; start += recordBytes) {
    const account = view.getUint32(start + recordField.account, true);
    const revision = view.getUint32(start + recordField.revision, true);
    if (eventsOf !== undefined && revision >= (eventsOf[account] ?? 0)) continue;
    makeRoom(table, account, view.getUint32(start + recordField.grant, true));
    const kind = view.getUint8(start + recordField.kind);
    if (kind !== none) applyMovement(table, view, start);
    if (view.getUint8(start + recordField.isLast) === 0) continue;
    const fault = standingFault(table, view, start);
    if (fault !== null) return { account, revision, fault };
    table.events[account] = revision + 1;
  }
  return null;
}

/**
 * For each account how many of its events count as of an instant: all before the first that is later,
 * for whatever comes behind that one in the stream happened later too, whatever its clock said. Notes
 * it in `into`, which must have room for every account.
 */
export function noteEventsUntil(into: Uint32Array, records: Uint8Array, atMs: number): void {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let start = 0; start + recordBytes <= records.byteLength; start += recordBytes) {
    if (view.getFloat64(start + recordField.occurredAt, true) > atMs) continue;
    const account = view.getUint32(start + recordField.account, true);
    const revision = view.getUint32(start + recordField.revision, true);
    if (revision <= (into[account] ?? 0)) into[account] = revision + 1;
  }
}

function applyMovement(table: BalanceTable, view: DataView, start: number): void {
  const kind = view.getUint8(start + recordField.kind);
  const account = view.getUint32(start + recordField.account, true);
  const grant = view.getUint32(start + recordField.grant, true);
  const amount = view.getFloat64(start + recordField.amount, true);
  // What returns to a grant that has expired, or that the account never had, is forfeited.
  const isLost = table.expired[grant] === 1;
  if (kind === held || kind === debited || kind === released) {
    const change = kind === held ? amount : -amount;
    add(table.held, account, change);
    add(table.heldOfGrant, grant, change);
  }
  if (kind === granted) table.expired[grant] = 0;
  if (kind === granted || ((kind === released || kind === refunded) && !isLost)) {
    add(table.free, grant, amount);
  }
  if (kind === held || kind === expired) add(table.free, grant, -amount);
  if (kind === expired) table.expired[grant] = 1;
  if (kind === granted || (kind === refunded && !isLost)) add(table.balance, account, amount);
  if (kind === expired || kind === debited || (kind === released && isLost)) {
    add(table.balance, account, -amount);
  }
}

function standingFault(table: BalanceTable, view: DataView, start: number): string | null {
  const account = view.getUint32(start + recordField.account, true);
  const due = table.events[account] ?? 0;
  const revision = view.getUint32(start + recordField.revision, true);
  if (revision !== due) return `expected revision ${due}, found ${revision}`;
  const balanceAfter = view.getFloat64(start + recordField.balanceAfter, true);
  const balance = table.balance[account];
  if (balanceAfter !== balance) return `it says balance ${balanceAfter}, the sums give ${balance}`;
  const heldAfter = view.getFloat64(start + recordField.heldAfter, true);
  const open = table.held[account];
  return heldAfter === open ? null : `it says open holds ${heldAfter}, the sums give ${open}`;
}

function add(figures: Float64Array, place: number, amount: number): void {
  figures[place] = (figures[place] ?? 0) + amount;
}

function makeRoom(table: BalanceTable, account: number, grant: number): void {
  if (account >= table.balance.length) {
    table.balance = grown(table.balance, account);
    table.held = grown(table.held, account);
    const events = new Uint32Array(table.balance.length);
    events.set(table.events);
    table.events = events;
  }
  if (grant < table.free.length) return;
  table.free = grown(table.free, grant);
  table.heldOfGrant = grown(table.heldOfGrant, grant);
  const ended = new Uint8Array(table.free.length);
  ended.set(table.expired);
  table.expired = ended;
}

function grown(figures: Float64Array, place: number): Float64Array {
  const larger = new Float64Array(2 * (place + 1));
  larger.set(figures);
  return larger;
}
