import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCredits } from '../application/ledger/hold-credits.ts';
import { openAccount } from '../application/ledger/open-account.ts';
import { settleHold } from '../application/ledger/settle-hold.ts';
import { credits } from '../domain/shared/credits.ts';
import { type AccountId, type CheckId, checkId } from '../domain/shared/ids.ts';
import { openCore, supportPorts } from '../interfaces/composition.ts';
import { readConfig } from '../interfaces/config.ts';

export interface Load {
  readonly inFlight: number;
  readonly seconds: number;
}

export interface HotAccount {
  /** Whole debits (hold, then debit: two events, both durable) a second, through the use cases. */
  debits(load: Load): Promise<number>;
  /** Holds a second: one command, one durable event. On a fresh account each time, because holds stay open. */
  holds(load: Load): Promise<number>;
  /** So many whole debits, one after another. */
  loneDebits(count: number): Promise<void>;
  close(): Promise<void>;
}

const actor = { kind: 'key', id: 'key_00000000' } as const;

/** One account on the embedded store, in a temporary folder. */
export async function openHotAccount(): Promise<HotAccount> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hot-'));
  const config = readConfig({ ASSAY_DATA_DIR: folder, ASSAY_ALLOWANCE_PRO: '1000000000000' });
  const core = await openCore(config, (cause) => {
    throw cause;
  });
  const ports = supportPorts(core);
  let opened = 0;

  const newAccount = async (): Promise<AccountId> => {
    opened += 1;
    const account = { email: `hot-${opened}@example.org`, plan: 'pro', actor } as const;
    const outcome = await openAccount(ports, account);
    if (!outcome.ok) throw new Error('no account');
    return outcome.value.accountId;
  };
  const hold = async (accountId: AccountId): Promise<CheckId> => {
    const check = checkId(ports.ids.fresh('chk_'));
    const context = { at: ports.clock.now(), correlationId: check, actor };
    const command = { accountId, checkId: check, amount: credits(1), reuses: [], cap: null };
    const held = await holdCredits(core, command, context);
    if (held.status !== 'held') throw new Error(`hold: ${held.status}`);
    return check;
  };
  const debit = async (accountId: AccountId): Promise<void> => {
    const check = await hold(accountId);
    const context = { at: ports.clock.now(), correlationId: check, actor };
    const lines = [{ item: 'ai', amount: credits(1) }] as const;
    const command = { accountId, checkId: check, lines, wordCount: 1, reused: null };
    await settleHold(core, command, context);
  };
  const hot = await newAccount();
  return {
    debits: (load) => rate(load, () => debit(hot)),
    async holds(load) {
      const account = await newAccount();
      return rate(load, () => hold(account));
    },
    async loneDebits(count) {
      for (let done = 0; done < count; done++) await debit(hot);
    },
    async close() {
      await core.stores.close();
      await rm(folder, { recursive: true });
    },
  };
}

/** What `inFlight` callers, each one after another, get done a second. */
async function rate({ inFlight, seconds }: Load, act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const end = started + seconds * 1000;
  let done = 0;
  const loop = async (): Promise<void> => {
    while (performance.now() < end) {
      await act();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return done / ((performance.now() - started) / 1000);
}
