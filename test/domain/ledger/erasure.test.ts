import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { debitId } from '../../../domain/shared/ids.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  bonus,
  check,
  dayMs,
  hold,
  minuteMs,
  note,
  openedAccount,
  settle,
  someAccount,
  startMs,
} from '../../support/ledger-scenario.ts';

const erase: LedgerCommand = { type: 'erase-account' };
const erased = () => openedAccount().when(erase);

describe('an erased account', () => {
  it('is erased once, with its credits as they stand', () => {
    erased()
      .thenEvents('AccountErased')
      .thenAnswer({ status: 'done', balance: credits(1000) })
      .when(erase)
      .thenEvents()
      .thenAnswer({ status: 'done', balance: credits(1000) });
  });

  it('begins nothing new', () => {
    const debitedAt = instant(startMs);
    const facts = { debitId: debitId('deb_0000000a'), amount: credits(5), perGrant: [] };
    const debit = { ...facts, debitedAt, countedUnder: null };
    const commands: readonly LedgerCommand[] = [
      hold('a', 10),
      bonus('b', 10),
      { type: 'choose-plan', plan: 'team' },
      { type: 'serve-cache-hit', checkId: check('a'), reused: { reuses: [], lines: [] } },
      { type: 'refund-debit', debit, noteId: note },
    ];
    for (const command of commands) {
      erased().when(command).thenEvents().thenAnswer({ status: 'account_erased' });
    }
  });

  it('is not opened again', () => {
    erased()
      .when({ type: 'open-account', accountId: someAccount, plan: 'pro' })
      .thenEvents()
      .thenAnswer({ status: 'account_exists' });
  });

  it('lets a check that was under way come to its end', () => {
    const underWay = openedAccount().when(hold('a', 10)).when(hold('b', 10)).when(erase);
    underWay.when(settle('a', 10)).thenEvents('CreditsDebited').thenAnswer({ status: 'done' });
    underWay
      .when({ type: 'release-hold', checkId: check('a'), reason: 'failed' })
      .thenEvents('HoldReleased');
    underWay
      .when({ type: 'roll-period' }, startMs + 20 * minuteMs)
      .thenEvents('HoldReleased', 'HoldReleased');
  });

  it('starts no further period', () => {
    erased()
      .when({ type: 'roll-period' }, startMs + 60 * dayMs)
      .thenEvents('GrantExpired')
      .when({ type: 'roll-period' }, startMs + 120 * dayMs)
      .thenEvents();
  });
});
