import { recordBytes, writeRecord } from '../../domain/ledger/column-record.ts';
import type { LedgerEvent } from '../../domain/ledger/events.ts';
import { kindNumbers, movementsOf } from '../../domain/ledger/movements.ts';
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

interface NumberedAccount {
  readonly number: number;
  /** Numbers of the account's grants, which count through all accounts. */
  readonly grants: Map<string, number>;
}

const prefix = 'account-';
/** What an event without figures says. */
const nowhere = { balanceAfter: 0, heldAfter: 0 };

export function columnEncoder(): ColumnEncoder {
  const names = nameRegistry();
  let view: DataView = new DataView(new ArrayBuffer(256 * recordBytes));
  let count = 0;
  let start = 0;
  let last: RecordedEvent | undefined;
  return {
    learn(block) {
      names.learn(block.names);
      start = block.position;
    },
    add(recorded, event) {
      const account = names.account(recorded.stream);
      const movements = movementsOf(event);
      const { balanceAfter, heldAfter } = 'balanceAfter' in event.data ? event.data : nowhere;
      let open = movements.length;
      for (const { kind, grantId, amount } of movements) {
        if ((count + 1) * recordBytes > view.byteLength) view = grown(view);
        open -= 1;
        writeRecord(view, count, {
          kind: kindNumbers[kind],
          isLast: open === 0,
          account: account.number,
          grant: grantId === null ? 0 : names.grant(account, grantId),
          revision: recorded.revision,
          occurredAt: recorded.metadata.occurredAt,
          amount,
          balanceAfter,
          heldAfter,
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
      const made = { position, lastEventId: id, records, names: names.takeFresh() };
      const block = { afterPosition: start, ...made };
      start = position;
      count = 0;
      return block;
    },
  };
}

interface NameRegistry {
  learn(names: ColumnNames): void;
  account(stream: string): NumberedAccount;
  grant(account: NumberedAccount, grant: string): number;
  /** The names that came up since it was last asked. */
  takeFresh(): ColumnNames;
}

function nameRegistry(): NameRegistry {
  const accounts = new Map<string, NumberedAccount>();
  const byNumber: NumberedAccount[] = [];
  let grants = 0;
  let fresh = noNames();
  const numbered = (stream: string): NumberedAccount => {
    const account = { number: accounts.size + 1, grants: new Map<string, number>() };
    accounts.set(stream, account);
    byNumber.push(account);
    return account;
  };
  return {
    learn(names) {
      for (const account of names.accounts) numbered(prefix + account);
      for (const [account, grant] of names.grants) {
        grants += 1;
        byNumber[account - 1]?.grants.set(grant, grants);
      }
    },
    account(stream) {
      const known = accounts.get(stream);
      if (known !== undefined) return known;
      fresh.accounts.push(stream.slice(prefix.length));
      return numbered(stream);
    },
    grant(account, grant) {
      const known = account.grants.get(grant);
      if (known !== undefined) return known;
      grants += 1;
      account.grants.set(grant, grants);
      fresh.grants.push([account.number, grant]);
      return grants;
    },
    takeFresh() {
      const names = fresh;
      fresh = noNames();
      return names;
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
