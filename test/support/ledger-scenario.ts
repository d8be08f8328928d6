import assert from 'node:assert/strict';
import type { Command, LedgerAnswer, LedgerCommand } from '../../domain/ledger/command.ts';
import { decide } from '../../domain/ledger/decide.ts';
import type { KeyCap, LedgerEvent } from '../../domain/ledger/events.ts';
import { emptyLedger, evolve, type Ledger } from '../../domain/ledger/ledger.ts';
import { credits } from '../../domain/shared/credits.ts';
import { accountId, checkId, grantId, keyId, noteId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';

export const someAccount = accountId('acc_00000000test');
export const allowances = { free: credits(0), pro: credits(1000), team: credits(5000) };
export const startMs = Date.UTC(2026, 0, 31, 12);
export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

export const check = (name: string) => checkId(`chk_${name.padStart(8, '0')}`);
export const grant = (name: string) => grantId(`grt_${name.padStart(8, '0')}`);
export const note = noteId('not_00000000');

/** An account on its way through commands: given what happened, when this, then that. */
export interface Scenario {
  readonly ledger: Ledger;
  readonly events: readonly LedgerEvent[];
  readonly answer: LedgerAnswer | null;
  when(command: LedgerCommand, atMs?: number): Scenario;
  thenEvents(...types: LedgerEvent['type'][]): Scenario;
  thenAnswer(expected: Partial<LedgerAnswer> & { status: LedgerAnswer['status'] }): Scenario;
}

export function scenario(ledger: Ledger = emptyLedger): Scenario {
  return step({ ledger, events: [], answer: null });
}

/** An account on the plan pro with 1,000 credits, opened at `startMs`. */
export function openedAccount(plan: 'free' | 'pro' | 'team' = 'pro'): Scenario {
  return scenario().when({ type: 'open-account', accountId: someAccount, plan }, startMs);
}

export function holding(name: string, amount: number): Command<'hold-credits'> {
  const holdMs = 10 * minuteMs;
  return {
    type: 'hold-credits',
    checkId: check(name),
    amount: credits(amount),
    holdMs,
    reuses: [],
    cap: null,
  };
}

/** The cap of a key, as a hold names it. */
export function capped(key: string, monthlyCap: number): KeyCap {
  return { keyId: keyId(`key_${key.padStart(8, '0')}`), monthlyCap: credits(monthlyCap) };
}

export function hold(name: string, amount: number): LedgerCommand {
  return holding(name, amount);
}

export function settle(name: string, amount: number): LedgerCommand {
  return {
    type: 'settle-hold',
    checkId: check(name),
    lines: [{ item: 'ai', amount: credits(amount) }],
    priceVersion: 1,
    wordCount: amount,
    reused: null,
  };
}

export function bonus(name: string, amount: number, expiresAtMs?: number): LedgerCommand {
  return {
    type: 'grant-credits',
    grantId: grant(name),
    kind: 'bonus',
    amount: credits(amount),
    expiresAt: expiresAtMs === undefined ? null : instant(expiresAtMs),
    noteId: note,
  };
}

function step(now: Pick<Scenario, 'ledger' | 'events' | 'answer'>): Scenario {
  const self: Scenario = {
    ...now,
    when(command, atMs = startMs) {
      const at = instant(atMs);
      const decision = decide(now.ledger, command, { at, allowances });
      const events = decision.events.map(({ event }) => event);
      const ledger = events.reduce(
        (state, event) => evolve(state, { event, occurredAt: at }),
        now.ledger,
      );
      return step({ ledger, events, answer: decision.answer });
    },
    thenEvents(...types) {
      assert.deepEqual(
        now.events.map((event) => event.type),
        types,
      );
      return self;
    },
    thenAnswer(expected) {
      assert.deepEqual({ ...now.answer, ...expected }, now.answer);
      return self;
    },
  };
  return self;
}
