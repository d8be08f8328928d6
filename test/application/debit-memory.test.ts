import assert from 'node:assert/strict';
import fc from 'fast-check';
import { debitMemory } from '../../application/ledger/debit-memory.ts';
import { debitId } from '../../domain/shared/ids.ts';
import { hasher } from '../support/tally.ts';

const debit = (n: number, terms = 'as agreed') => ({
  debitId: debitId(`deb_${String(n).padStart(8, '0')}`),
  terms,
});

describe('the memory of debits', () => {
  it('tells a debit it holds from one it never saw, and its terms from others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1_000_000), { maxLength: 3_000 }), (numbers) => {
        const memory = debitMemory(hasher.sha256);
        for (const n of numbers) {
          assert.equal(memory.recall(debit(n)), 'unknown');
          memory.note(debit(n));
        }
        assert.equal(memory.size(), numbers.length);
        for (const n of numbers) {
          assert.equal(memory.recall(debit(n)), 'same');
          assert.equal(memory.recall(debit(n, 'otherwise')), 'other');
          assert.equal(memory.recall(debit(n + 2_000_000)), 'unknown');
        }
      }),
      { numRuns: 20 },
    );
  });

  it('keeps a hundred thousand debits in a few megabytes', () => {
    const before = process.memoryUsage().arrayBuffers;
    const memory = debitMemory(hasher.sha256);
    for (let n = 0; n < 100_000; n += 1) memory.note(debit(n));
    assert.equal(memory.recall(debit(99_999)), 'same');
    assert.ok(process.memoryUsage().arrayBuffers - before < 30_000_000);
  });
});
