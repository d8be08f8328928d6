import { recordBytes, writeRecord } from '../../domain/ledger/column-record.ts';
import type { LedgerEvent } from '../../domain/ledger/events.ts';
import { movementKinds, movementsOf } from '../../domain/ledger/movements.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import type { ColumnBlock, ColumnNames } from '../ports/ledger-column.ts';

/** Makes blocks of the ledger column out of events, which must come in log order without a gap. */
export interface ColumnEncoder {
  /** Takes the names that blocks made before have introduced. */
  learn(block: ColumnBlock): void;
  add(recorded: RecordedEvent, event: LedgerEvent): void;
  /** Records that are in no block yet. */
  pending(): number;
  /** A block of everything that is pending; the next begins behind it. Undefined when nothing is. */
  take(): ColumnBlock | undefined;
}

const prefix = 'account-';

export function columnEncoder(): ColumnEncoder {
  const accounts = new Map<string, number>();
  const grants = new Map<string, number>();
  let fresh = noNames();
  let view: DataView = new DataView(new ArrayBuffer(256 * recordBytes));
  let count = 0;
  let start = 0;
  let last: RecordedEvent | undefined;

  const accountNumber = (account: string): number => {
    const known = accounts.get(account);
    if (known !== undefined) return known;
    accounts.set(account, accounts.size + 1);
    fresh.accounts.push(account);
    return accounts.size;
  };
  const grantNumber = (account: number, grant: string): number => {
    const key = `${account}/${grant}`;
    const known = grants.get(key);
    if (known !== undefined) return known;
    grants.set(key, grants.size + 1);
    fresh.grants.push([account, grant]);
    return grants.size;
  };

  return {
    learn({ names, position }) {
      for (const account of names.accounts) accounts.set(account, accounts.size + 1);
      for (const [account, grant] of names.grants) {
        grants.set(`${account}/${grant}`, grants.size + 1);
      }
      start = position;
    },
    add(recorded, event) {
      const account = accountNumber(recorded.stream.slice(prefix.length));
      const movements = movementsOf(event);
      const { data } = event;
      const { balanceAfter, heldAfter } =
        'balanceAfter' in data ? data : { balanceAfter: 0, heldAfter: 0 };
      for (const [index, { kind, grantId, amount }] of movements.entries()) {
        if ((count + 1) * recordBytes > view.byteLength) view = grown(view);
        writeRecord(view, count, {
          ...{ account, amount, balanceAfter, heldAfter },
          kind: movementKinds.indexOf(kind),
          isLast: index === movements.length - 1,
          grant: grantId === null ? 0 : grantNumber(account, grantId),
          revision: recorded.revision,
          occurredAt: recorded.metadata.occurredAt,
        });
        count += 1;
      }
      last = recorded;
    },
    pending: () => count,
    take() {
      if (last === undefined || count === 0) return undefined;
      const records = new Uint8Array(view.buffer.slice(0, count * recordBytes));
      const { position, id } = last;
      const block = { afterPosition: start, position, lastEventId: id, records, names: fresh };
      fresh = noNames();
      start = position;
      count = 0;
      return block;
    },
  };
}

/** Names that are being collected. */
type Growing = { readonly [List in keyof ColumnNames]: ColumnNames[List][number][] };

function noNames(): Growing {
  return { accounts: [], grants: [] };
}

function grown(view: DataView): DataView {
  const larger = new Uint8Array(2 * view.byteLength);
  larger.set(new Uint8Array(view.buffer));
  return new DataView(larger.buffer);
}
