import assert from 'node:assert/strict';
import fc from 'fast-check';
import { carryOut } from '../../../domain/ledger/decide.ts';
import { emptyLedger, evolve } from '../../../domain/ledger/ledger.ts';
import { historySteps, ledgerHistory } from '../../support/ledger-history.ts';
import { allowances } from '../../support/ledger-scenario.ts';

describe('carrying out a command', () => {
  it('hands on the very ledger that its events fold to', () => {
    fc.assert(
      fc.property(historySteps, (script) => {
        let before = emptyLedger;
        for (const { command, at } of ledgerHistory(script).commands) {
          const { events, ledger } = carryOut(before, command, { at, allowances });
          const timed = events.map(({ event }) => ({ event, occurredAt: at }));
          assert.deepEqual(ledger, timed.reduce(evolve, before));
          before = ledger;
        }
      }),
      { numRuns: 200 },
    );
  });
});
