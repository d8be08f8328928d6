import { emptyTable, foldColumn, noteEventsUntil } from '../../domain/ledger/fold-column.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { columnBlocks, type LedgerColumnPorts } from './ledger-column.ts';

export interface GrantBalance {
  readonly grant_id: string;
  /** Neither held nor spent nor expired. */
  readonly free: number;
  /** In open holds. */
  readonly held: number;
  readonly expired: boolean;
}

export interface AccountBalance {
  readonly account_id: string;
  readonly balance: number;
  /** Sum of open holds. */
  readonly held: number;
  readonly available: number;
  /** Revision of the last event that counts. */
  readonly revision: number;
  /** Grants with credits left or held. */
  readonly grants: readonly GrantBalance[];
}

export interface Balances {
  readonly accounts: readonly AccountBalance[];
  readonly totals: { readonly balance: number; readonly held: number; readonly available: number };
}

/**
 * Every account's credits by replay of the whole log, now or as of a past instant: before the first
 * event of the account that is later. It is what the log says: a grant or hold that has run out since
 * counts until the event that says so.
 * @throws Error when an event's figures do not follow from the events before it
 */
export async function listBalances(
  ports: LedgerColumnPorts,
  { at }: { readonly at: Instant | null },
): Promise<Balances> {
  const names: Names = { accounts: [], grants: [] };
  const eventsOf = at === null ? undefined : await eventsUntil(ports, at);
  const table = emptyTable();
  for await (const block of columnBlocks(ports)) {
    names.accounts.push(...block.names.accounts);
    names.grants.push(...block.names.grants);
    const fault = foldColumn(table, block.records, eventsOf);
    if (fault !== null) {
      const account = names.accounts[fault.account - 1] ?? 'an unknown account';
      throw new Error(`${account} revision ${fault.revision}: ${fault.fault}; run the audit`);
    }
  }
  return listed(table, names);
}

interface Names {
  readonly accounts: string[];
  readonly grants: (readonly [number, string])[];
}

async function eventsUntil(ports: LedgerColumnPorts, at: Instant): Promise<Uint32Array> {
  let counts = new Uint32Array(64);
  let accounts = 0;
  for await (const { names, records } of columnBlocks(ports)) {
    accounts += names.accounts.length;
    if (accounts >= counts.length) {
      const larger = new Uint32Array(2 * (accounts + 1));
      larger.set(counts);
      counts = larger;
    }
    noteEventsUntil(counts, records, at);
  }
  return counts;
}

function listed(table: ReturnType<typeof emptyTable>, names: Names): Balances {
  const grants = grantsByAccount(table, names);
  const accounts = names.accounts.flatMap((account_id, index): AccountBalance[] => {
    const events = table.events[index + 1] ?? 0;
    if (events === 0) return [];
    const balance = table.balance[index + 1] ?? 0;
    const held = table.held[index + 1] ?? 0;
    const ofAccount = grants.get(index + 1) ?? [];
    const available = balance - held;
    return [{ account_id, balance, held, available, revision: events - 1, grants: ofAccount }];
  });
  const balance = accounts.reduce((sum, account) => sum + account.balance, 0);
  const held = accounts.reduce((sum, account) => sum + account.held, 0);
  return { accounts, totals: { balance, held, available: balance - held } };
}

function grantsByAccount(
  table: ReturnType<typeof emptyTable>,
  names: Names,
): ReadonlyMap<number, readonly GrantBalance[]> {
  const byAccount = new Map<number, GrantBalance[]>();
  for (const [index, [account, grant_id]] of names.grants.entries()) {
    const free = table.free[index + 1] ?? 0;
    const held = table.heldOfGrant[index + 1] ?? 0;
    if (free === 0 && held === 0) continue;
    const grant = { grant_id, free, held, expired: table.expired[index + 1] === 1 };
    const others = byAccount.get(account);
    if (others === undefined) byAccount.set(account, [grant]);
    else others.push(grant);
  }
  return byAccount;
}
