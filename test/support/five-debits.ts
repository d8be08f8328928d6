import { createKey } from '../../application/access/create-key.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { credits } from '../../domain/shared/credits.ts';
import { type AccountId, checkId } from '../../domain/shared/ids.ts';
import { type Core, supportPorts } from '../../interfaces/composition.ts';
import { openedAccountIn } from './check-service.ts';

/** Two accounts; the one that is answered holds and pays for five checks, and has a key. */
export async function fiveDebits(core: Core): Promise<AccountId> {
  const ports = supportPorts(core);
  const { accountId } = await openedAccountIn(core, 'a@example.org');
  await openedAccountIn(core, 'b@example.org');
  const stream = accountStream(accountId);
  const context = () => ({
    at: ports.clock.now(),
    correlationId: ports.ids.uuid(),
    actor: { kind: 'key' as const, id: 'key_00000000' },
  });
  for (let n = 0; n < 5; n += 1) {
    const check = checkId(`chk_0000000${n}`);
    const [amount, lines] = [credits(10 + n), [{ item: 'ai', amount: credits(10 + n) }] as const];
    await core.ledger.handle(
      stream,
      { type: 'hold-credits', checkId: check, amount, holdMs: 60_000, reuses: [], cap: null },
      context(),
    );
    await core.ledger.handle(
      stream,
      {
        type: 'settle-hold',
        checkId: check,
        lines,
        priceVersion: 1,
        wordCount: 10 + n,
        reused: null,
      },
      context(),
    );
  }
  const actor = { kind: 'support' } as const;
  await createKey(ports, { accountId, name: 'a key', rateLimit: 60, actor });
  return accountId;
}
