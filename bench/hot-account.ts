import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { holdCredits } from '../application/ledger/hold-credits.ts';
import { openAccount } from '../application/ledger/open-account.ts';
import { settleHold } from '../application/ledger/settle-hold.ts';
import { credits } from '../domain/shared/credits.ts';
import { type AccountId, checkId } from '../domain/shared/ids.ts';
import { openCore, supportPorts } from '../interfaces/composition.ts';
import { readConfig } from '../interfaces/config.ts';

export interface HotAccount {
  /** Whole debits (hold, then debit: two events, both durable) a second, through the use cases. */
  debits(options: { readonly inFlight: number; readonly seconds: number }): Promise<number>;
  close(): Promise<void>;
}

/** One account on the embedded store, in a temporary folder. */
export async function openHotAccount(): Promise<HotAccount> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-hot-'));
  const allowance = '1000000000000';
  const config = readConfig({ ASSAY_DATA_DIR: folder, ASSAY_ALLOWANCE_PRO: allowance });
  const core = openCore(config, (cause) => {
    throw cause;
  });
  const ports = supportPorts(core);
  const actor = { kind: 'key', id: 'key_00000000' } as const;
  const opened = await openAccount(ports, { email: 'hot@example.org', plan: 'pro', actor });
  if (!opened.ok) throw new Error('no account');
  const { accountId } = opened.value;

  async function debitOnce(account: AccountId): Promise<void> {
    const check = checkId(ports.ids.fresh('chk_'));
    const context = { at: ports.clock.now(), correlationId: check, actor };
    const hold = { accountId: account, checkId: check, amount: credits(1), reuses: [] };
    const held = await holdCredits(core, hold, context);
    if (held.status !== 'held') throw new Error(`hold: ${held.status}`);
    const lines = [{ item: 'ai', amount: credits(1) }] as const;
    const debit = { accountId: account, checkId: check, lines, wordCount: 1, reused: null };
    await settleHold(core, debit, { ...context, at: ports.clock.now() });
  }

  return {
    async debits({ inFlight, seconds }) {
      const started = performance.now();
      const end = started + seconds * 1000;
      let done = 0;
      const loop = async (): Promise<void> => {
        while (performance.now() < end) {
          await debitOnce(accountId);
          done += 1;
        }
      };
      await Promise.all(Array.from({ length: inFlight }, loop));
      return done / ((performance.now() - started) / 1000);
    },
    async close() {
      await core.stores.close();
      await rm(folder, { recursive: true });
    },
  };
}
