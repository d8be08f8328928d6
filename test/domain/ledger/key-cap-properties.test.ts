import assert from 'node:assert/strict';
import fc from 'fast-check';
import { debitMemory } from '../../../application/ledger/debit-memory.ts';
import { auditEvent, newlyAudited } from '../../../domain/ledger/audit.ts';
import type { LedgerCommand } from '../../../domain/ledger/command.ts';
import { carryOut } from '../../../domain/ledger/decide.ts';
import type { KeyCap } from '../../../domain/ledger/events.ts';
import {
  emptyLedger,
  evolve,
  type Ledger,
  type TimedLedgerEvent,
} from '../../../domain/ledger/ledger.ts';
import { instant } from '../../../domain/shared/instant.ts';
import { mapEntries } from '../../../domain/shared/persistent-map.ts';
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
} from '../../support/ledger-scenario.ts';
import { hasher } from '../../support/tally.ts';

const caps: readonly (KeyCap | null)[] = [null, capped('one', 300), capped('two', 90)];

interface Step {
  readonly waitMs: number;
  readonly what: 'hold' | 'settle' | 'release' | 'refund' | 'plan' | 'bonus' | 'again';
  /** Which key, which of the checks so far. */
  readonly which: number;
  readonly amount: number;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    waitMs: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      fc.integer({ min: 0, max: 15 * 60_000 }),
      fc.integer({ min: 0, max: 40 * dayMs }),
      fc.integer({ min: -40 * dayMs, max: 0 }),
    ),
    what: fc.constantFrom<Step['what']>(
      ...(['hold', 'hold', 'hold', 'settle', 'settle', 'settle'] as const),
      ...(['release', 'refund', 'plan', 'bonus', 'again'] as const),
    ),
    which: fc.nat({ max: 1_000 }),
    amount: fc.integer({ min: 1, max: 120 }),
  }),
  { minLength: 20, maxLength: 80, size: 'max' },
);

interface Check {
  readonly name: string;
  readonly amount: number;
}

/** A random life of an account with three keys, two of them capped. Every check is one of its own. */
class Life {
  ledger: Ledger = emptyLedger;
  readonly history: TimedLedgerEvent[] = [];
  readonly refusals = { cap: 0, credits: 0 };
  readonly #checks: Check[] = [];

  give(command: LedgerCommand, atMs: number): void {
    const at = instant(atMs);
    const { events, answer, ledger } = carryOut(this.ledger, command, { at, allowances });
    this.ledger = ledger;
    for (const { event } of events) this.history.push({ event, occurredAt: at });
    if (answer.status === 'key_cap_reached') this.refusals.cap += 1;
    if (answer.status === 'insufficient_credits') this.refusals.credits += 1;
  }

  take({ what, which, amount }: Step, atMs: number): void {
    const known = this.#checks[which % Math.max(1, this.#checks.length)];
    const cap = caps[which % caps.length] ?? null;
    if (what === 'hold') {
      const fresh = { name: `c${this.#checks.length}`, amount };
      this.#checks.push(fresh);
      this.give({ ...holding(fresh.name, amount), cap }, atMs);
    } else if (what === 'bonus') this.give(bonus(`b${this.history.length}`, 10 * amount), atMs);
    else if (what === 'plan')
      this.give({ type: 'choose-plan', plan: which % 2 === 0 ? 'pro' : 'team' }, atMs);
    else if (known !== undefined) this.#pursue(known, { what, cap, atMs });
  }

  #pursue(
    { name, amount }: Check,
    { what, cap, atMs }: { what: Step['what']; cap: KeyCap | null; atMs: number },
  ): void {
    // Whoever repeats what was paid for does so within the day that the fold remembers it.
    const isPaid = recounted(this.history).debits.has(check(name));
    if (what === 'again' && !isPaid) this.give({ ...holding(name, amount), cap }, atMs);
    else if (what === 'settle') this.give(settle(name, amount), atMs);
    else if (what === 'release')
      this.give({ type: 'release-hold', checkId: check(name), reason: 'failed' }, atMs);
    else if (what === 'refund') this.#refund(name, atMs);
  }

  #refund(name: string, atMs: number): void {
    const recount = recounted(this.history);
    const debit = recount.debits.get(check(name));
    const debited = this.history.find(
      ({ event }) => event.type === 'CreditsDebited' && event.data.checkId === check(name),
    );
    if (debit === undefined || debited?.event.type !== 'CreditsDebited') return;
    const { debitId, amount, perGrant } = debited.event.data;
    const facts = { debitId, amount, perGrant, debitedAt: debited.occurredAt };
    const countedUnder =
      debit.cap === null ? null : { keyId: debit.cap.keyId, period: debit.period };
    this.give({ type: 'refund-debit', debit: { ...facts, countedUnder }, noteId: note }, atMs);
  }
}

interface Recount {
  readonly debits: ReadonlyMap<string, { cap: KeyCap | null; amount: number; period: number }>;
  /** By key: debited less refunded in the running period, and open. */
  readonly spent: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<string, number>;
}

/**
 * What each capped key has spent, counted from the events alone and otherwise than the fold does. Fails as
 * soon as a key has more debited, or debited and open, than its cap.
 */
function recounted(history: readonly TimedLedgerEvent[]): Recount {
  const debits = new Map<string, { cap: KeyCap | null; amount: number; period: number }>();
  const holds = new Map<string, { cap: KeyCap | null; amount: number }>();
  const refunded = new Set<string>();
  let period = 0;
  let spent = new Map<string, number>();
  let held = new Map<string, number>();
  for (const { event } of history) {
    if (event.type === 'PeriodStarted') period += 1;
    if (event.type === 'CreditsHeld') holds.set(event.data.checkId, event.data);
    if (event.type === 'CreditsDebited') {
      const { checkId, amount } = event.data;
      debits.set(checkId, { cap: holds.get(checkId)?.cap ?? null, amount, period });
    }
    if (event.type === 'CreditsDebited' || event.type === 'HoldReleased')
      holds.delete(event.data.checkId);
    if (event.type === 'CreditsRefunded') refunded.add(event.data.debitId.replace('deb_', 'chk_'));
    const counts = [...debits].filter(
      ([id, debit]) => debit.period === period && !refunded.has(id),
    );
    spent = sumsByKey(counts.map(([, debit]) => debit));
    held = sumsByKey([...holds.values()]);
    for (const cap of caps) {
      if (cap === null) continue;
      const { keyId, monthlyCap } = cap;
      assert.ok((spent.get(keyId) ?? 0) + (held.get(keyId) ?? 0) <= monthlyCap);
    }
  }
  return { debits, spent, held };
}

function sumsByKey(
  parts: readonly { readonly cap: KeyCap | null; readonly amount: number }[],
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { cap, amount } of parts) {
    if (cap !== null) sums.set(cap.keyId, (sums.get(cap.keyId) ?? 0) + amount);
  }
  return sums;
}

function lived(script: readonly Step[]): Life {
  const life = new Life();
  let atMs = startMs;
  life.give({ type: 'open-account', accountId: someAccount, plan: 'pro' }, atMs);
  for (const step of script) {
    atMs += step.waitMs;
    life.take(step, atMs);
  }
  return life;
}

describe('any history of capped keys', () => {
  it('never spends more under a key than its cap, and folds to what a recount of the log gives', () => {
    const seen = { cap: 0, credits: 0, refunds: 0 };
    fc.assert(
      fc.property(steps, (script) => {
        const { ledger, history, refusals } = lived(script);
        const { spent, held } = recounted(history);
        const folded = history.reduce(evolve, emptyLedger);
        assert.deepEqual(plain(folded), plain(ledger));
        const expected = caps.flatMap((cap) => {
          const key = cap?.keyId ?? '';
          const sums = { held: held.get(key) ?? 0, debited: spent.get(key) ?? 0 };
          return sums.held + sums.debited === 0 ? [] : [[key, sums]];
        });
        assert.deepEqual(plain(ledger), expected);
        seen.cap += refusals.cap;
        seen.credits += refusals.credits;
        seen.refunds += history.filter(({ event }) => event.type === 'CreditsRefunded').length;
      }),
      { numRuns: 400 },
    );
    assert.ok(seen.cap > 100 && seen.refunds > 20, JSON.stringify(seen));
  });

  it('passes the audit', () => {
    fc.assert(
      fc.property(steps, (script) => {
        let audited = newlyAudited;
        const debits = debitMemory(hasher.sha256);
        for (const timed of lived(script).history) {
          const { next, fault } = auditEvent(audited, timed, debits);
          assert.equal(fault, null);
          audited = next;
        }
      }),
      { numRuns: 200 },
    );
  });
});

function plain({ keySpendings }: Ledger) {
  return [...mapEntries(keySpendings)].sort(([left], [right]) => (left < right ? -1 : 1));
}
