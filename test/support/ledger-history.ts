import fc from 'fast-check';
import type { LedgerCommand } from '../../domain/ledger/command.ts';
import { decide } from '../../domain/ledger/decide.ts';
import type { CountedDebit, KeyCap } from '../../domain/ledger/events.ts';
import {
  emptyLedger,
  evolve,
  type Ledger,
  type TimedLedgerEvent,
} from '../../domain/ledger/ledger.ts';
import { type Instant, instant } from '../../domain/shared/instant.ts';
import {
  allowances,
  bonus,
  capped,
  check,
  dayMs,
  holding,
  note,
  settle,
  someAccount,
  startMs,
} from './ledger-scenario.ts';

/** One command of a random life of an account, `waitMs` after the one before; clocks also run backwards. */
export interface HistoryStep {
  readonly waitMs: number;
  readonly what: 'hold' | 'settle' | 'release' | 'bonus' | 'plan' | 'roll' | 'refund' | 'hit';
  readonly which: number;
  readonly amount: number;
}

export const historySteps: fc.Arbitrary<readonly HistoryStep[]> = fc.array(
  fc.record({
    waitMs: fc.oneof(
      fc.constant(0),
      fc.integer({ min: 0, max: 15 * 60_000 }),
      fc.integer({ min: 0, max: 3 * dayMs }),
      fc.integer({ min: 0, max: 40 * dayMs }),
      fc.integer({ min: -2 * 3_600_000, max: 0 }),
      fc.integer({ min: -40 * dayMs, max: 0 }),
    ),
    what: fc.constantFrom<HistoryStep['what']>(
      ...(['hold', 'hold', 'settle', 'settle', 'release', 'bonus'] as const),
      ...(['plan', 'roll', 'refund', 'hit'] as const),
    ),
    which: fc.integer({ min: 0, max: 6 }),
    amount: fc.integer({ min: 1, max: 600 }),
  }),
  { maxLength: 60 },
);

/** A command at its time, chosen with the account as it was by then. */
export interface TimedCommand {
  readonly command: LedgerCommand;
  readonly at: Instant;
}

export interface History {
  readonly commands: readonly TimedCommand[];
  readonly events: readonly TimedLedgerEvent[];
  readonly ledger: Ledger;
}

/** Carries out random commands: what was asked, what happened, and where it led. */
export function ledgerHistory(script: readonly HistoryStep[]): History {
  const commands: TimedCommand[] = [];
  const events: TimedLedgerEvent[] = [];
  let ledger = emptyLedger;
  let atMs = startMs;
  const apply = (command: LedgerCommand): void => {
    const at = instant(atMs);
    commands.push({ command, at });
    for (const { event } of decide(ledger, command, { at, allowances }).events) {
      ledger = evolve(ledger, { event, occurredAt: at });
      events.push({ event, occurredAt: at });
    }
  };
  apply({ type: 'open-account', accountId: someAccount, plan: 'pro' });
  for (const [index, step] of script.entries()) {
    atMs += step.waitMs;
    const command = commandOf(step, { index, atMs, events });
    if (command !== undefined) apply(command);
  }
  return { commands, events, ledger };
}

function commandOf(
  { what, which, amount }: HistoryStep,
  { index, atMs, events }: { index: number; atMs: number; events: readonly TimedLedgerEvent[] },
): LedgerCommand | undefined {
  const name = String(which);
  // A check costs the same however often it is tried.
  const price = 1 + ((which * 97) % 400);
  switch (what) {
    case 'hold':
      return { ...holding(name, price), cap: capOf(which) };
    case 'settle':
      return settle(name, price);
    case 'release':
      return { type: 'release-hold', checkId: check(name), reason: 'failed' };
    case 'bonus':
      return bonus(`b${index}`, amount, atMs + amount * 3_600_000);
    case 'plan':
      return { type: 'choose-plan', plan: which % 2 === 0 ? 'pro' : 'team' };
    case 'roll':
      return { type: 'roll-period' };
    case 'hit':
      return {
        type: 'serve-cache-hit',
        checkId: check(`h${index}`),
        reused: { reuses: [check(name)], lines: [] },
      };
    case 'refund':
      return refundOf(name, events);
  }
}

function refundOf(name: string, events: readonly TimedLedgerEvent[]): LedgerCommand | undefined {
  let cap: KeyCap | null = null;
  let period = 0;
  for (const { event, occurredAt } of events) {
    if (event.type === 'PeriodStarted') period += 1;
    if (event.type === 'CreditsHeld' && event.data.checkId === check(name)) cap = event.data.cap;
    if (event.type !== 'CreditsDebited' || event.data.checkId !== check(name)) continue;
    const { debitId, amount, perGrant } = event.data;
    const countedUnder: CountedDebit | null = cap === null ? null : { keyId: cap.keyId, period };
    const debit = { debitId, amount, perGrant, debitedAt: occurredAt, countedUnder };
    return { type: 'refund-debit', debit, noteId: note };
  }
  return undefined;
}

/** A third of the checks under no cap, the others under two keys that run into theirs. */
function capOf(which: number): KeyCap | null {
  const caps = [null, capped('one', 400), capped('two', 200)];
  return caps[which % caps.length] ?? null;
}
