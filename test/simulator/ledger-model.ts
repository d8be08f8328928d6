import type { RecordedEvent } from '../../domain/shared/event.ts';
import {
  type AccountModel,
  amountOf,
  type Facts,
  list,
  must,
  number,
  potOf,
  type Share,
  sharesOf,
  Violation,
} from './account-model.ts';

/** Takes one event into the account. @throws Violation */
export function take(account: AccountModel, event: RecordedEvent): void {
  const { data, type } = event;
  account.events += 1;
  must(
    'an account is opened first and once',
    (account.events === 1) === (type === 'AccountOpened'),
  );
  apply(account, event);
  checkStanding(account, event);
  account.everAvailable.add(account.balance - account.held);
  if (type !== 'AccountOpened') {
    must('the event says the balance', data.balanceAfter === account.balance, event);
    must('the event says the open holds', data.heldAfter === account.held, event);
  }
}

function apply(account: AccountModel, event: RecordedEvent): void {
  const { data } = event;
  switch (event.type) {
    case 'AccountOpened':
      must('the stream is the account', data.accountId === account.accountId);
      account.plan = String(data.plan);
      return;
    case 'PlanChosen':
      account.plan = String(data.plan);
      account.periodEnd = null;
      return;
    case 'PeriodStarted': {
      const { periodEnd } = account;
      must(
        'periods follow each other',
        periodEnd === null || number(data, 'periodStart') >= periodEnd,
      );
      account.periodEnd = number(data, 'periodEnd');
      return;
    }
    case 'CreditsGranted':
      grant(account, data);
      return;
    case 'GrantExpired':
      expire(account, data);
      return;
    case 'CreditsHeld':
      hold(account, data);
      return;
    case 'CreditsDebited':
      debit(account, event);
      return;
    case 'HoldReleased':
      release(account, data);
      return;
    case 'CreditsRefunded':
      refund(account, data);
      return;
    case 'CacheHitServed':
      for (const check of list(data, 'reuses')) {
        must('what is reused was paid for', account.debits.has(String(check)), event);
      }
      return;
    default:
      throw new Violation('every event is in the catalogue', event.type);
  }
}

function grant(account: AccountModel, data: Facts): void {
  const amount = number(data, 'amount');
  must('a grant is made once', !account.pots.has(String(data.grantId)));
  const pot = { amount, free: amount, held: 0, debited: 0, refunded: 0, expired: false };
  account.pots.set(String(data.grantId), pot);
  account.balance += amount;
  account.sums.granted += amount;
}

function expire(account: AccountModel, data: Facts): void {
  const pot = potOf(account, String(data.grantId));
  must('a grant expires once', !pot.expired);
  must('what is free of a grant expires', pot.free === number(data, 'amount'));
  account.balance -= pot.free;
  account.sums.lost += pot.free;
  pot.free = 0;
  pot.expired = true;
}

function hold(account: AccountModel, data: Facts): void {
  const checkId = String(data.checkId);
  const amount = number(data, 'amount');
  const shares = sharesOf(data, amount);
  must('a check has one hold at a time', !account.holds.has(checkId));
  must('a paid check holds nothing more', !account.debits.has(checkId), { checkId });
  for (const share of shares) {
    const pot = potOf(account, share.grantId);
    must('only what is free is held', !pot.expired && pot.free >= share.amount);
    pot.free -= share.amount;
    pot.held += share.amount;
  }
  account.held += amount;
  account.holds.set(checkId, { amount, shares, expiresAt: number(data, 'expiresAt') });
}

function debit(account: AccountModel, event: RecordedEvent): void {
  const { data, metadata } = event;
  const checkId = String(data.checkId);
  const amount = number(data, 'amount');
  const shares = sharesOf(data, amount);
  const open = account.holds.get(checkId);
  must('a check is debited once', !account.debits.has(checkId), { checkId });
  must('a debit has its hold', open !== undefined && open.amount === amount, { checkId });
  must('an expired hold is not charged', metadata.occurredAt < (open?.expiresAt ?? 0), { checkId });
  must('a debit takes what was held', JSON.stringify(open?.shares) === JSON.stringify(shares));
  const priced = list(data, 'lines').reduce<number>((sum, line) => sum + amountOf(line), 0);
  must('the lines add up to the debit', priced === amount);
  for (const share of shares) {
    const pot = potOf(account, share.grantId);
    pot.held -= share.amount;
    pot.debited += share.amount;
  }
  account.holds.delete(checkId);
  account.held -= amount;
  account.balance -= amount;
  account.sums.debited += amount;
  const { correlationId, occurredAt } = metadata;
  const facts = {
    debitId: String(data.debitId),
    checkId,
    amount,
    shares,
    correlationId,
    occurredAt,
  };
  account.debits.set(checkId, { ...facts, refunds: 0 });
}

function release(account: AccountModel, data: Facts): void {
  const checkId = String(data.checkId);
  const open = account.holds.get(checkId);
  if (open === undefined) throw new Violation('what is released was held', checkId);
  must('all of a hold is released', open.amount === number(data, 'amount'));
  const lost = giveBack(account, open.shares, 'held');
  must('what is forfeited belonged to expired grants', lost === number(data, 'forfeited'));
  account.holds.delete(checkId);
  account.held -= open.amount;
  account.balance -= lost;
  account.sums.lost += lost;
}

function refund(account: AccountModel, data: Facts): void {
  const amount = number(data, 'amount');
  const found = [...account.debits.values()].find(({ debitId }) => debitId === data.debitId);
  if (found === undefined) throw new Violation('a refund has its debit', String(data.debitId));
  found.refunds += 1;
  must('a debit is refunded once', found.refunds === 1, { debitId: found.debitId });
  must('a debit is refunded whole', found.amount === amount);
  const lost = giveBack(account, found.shares, 'debited');
  must('what is forfeited belonged to expired grants', lost === number(data, 'forfeited'));
  account.balance += amount - lost;
  account.sums.refunded += amount;
  account.sums.lost += lost;
}

/** Answers what could not go back because its grant had expired. */
function giveBack(
  account: AccountModel,
  shares: readonly Share[],
  from: 'held' | 'debited',
): number {
  let lost = 0;
  for (const { grantId, amount } of shares) {
    const pot = potOf(account, grantId);
    if (from === 'held') pot.held -= amount;
    else pot.refunded += amount;
    if (pot.expired) lost += amount;
    else pot.free += amount;
  }
  return lost;
}

function checkStanding(account: AccountModel, event: RecordedEvent): void {
  const { balance, held, sums, pots } = account;
  must('available credits are never negative', balance - held >= 0, event);
  const kept = sums.granted - sums.debited + sums.refunded - sums.lost;
  must('grants - debits + refunds - losses = balance', kept === balance, event);
  let [inPots, heldInPots] = [0, 0];
  for (const pot of pots.values()) {
    const spent = pot.debited - pot.refunded;
    const isSound = pot.free >= 0 && pot.held >= 0 && spent >= 0 && spent + pot.held <= pot.amount;
    must('no grant gives more than it holds', isSound && pot.free <= pot.amount, event);
    inPots += pot.free + pot.held;
    heldInPots += pot.held;
  }
  must('the balance is what the grants hold', inPots === balance && heldInPots === held, event);
}
