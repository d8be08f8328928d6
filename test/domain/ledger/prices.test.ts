import assert from 'node:assert/strict';
import { priceLines, totalPrice } from '../../../domain/ledger/prices.ts';

const none = { ai: false, grammar: false, plagiarism: false, deep: false };
const price = (checks: Partial<typeof none>, words: number) =>
  totalPrice(priceLines({ ...none, ...checks }, words));

describe('prices', () => {
  it('are those of the specification', () => {
    assert.equal(price({ ai: true }, 100), 100);
    assert.equal(price({ grammar: true }, 300), 100);
    assert.equal(price({ plagiarism: true }, 100), 200);
    assert.equal(price({ ai: true, deep: true }, 100), 1_600);
    assert.equal(price({ ai: true, grammar: true, plagiarism: true, deep: true }, 100), 1_834);
  });

  it('round grammar up to a whole credit', () => {
    assert.deepEqual(
      [1, 2, 3, 4, 6, 7].map((words) => price({ grammar: true }, words)),
      [1, 1, 1, 2, 2, 3],
    );
  });

  it('ask nothing for a deep scan without AI detection', () => {
    assert.deepEqual(priceLines({ ...none, deep: true }, 100), []);
    assert.equal(price({ grammar: true, deep: true }, 3), 1);
  });

  it('list one line for each check, in the order of the specification', () => {
    const all = { ai: true, grammar: true, plagiarism: true, deep: true };
    assert.deepEqual(
      priceLines(all, 9).map(({ item, amount }) => [item, amount]),
      [
        ['ai', 9],
        ['deep', 1500],
        ['grammar', 3],
        ['plagiarism', 18],
      ],
    );
  });

  it('stay exact at the most words there can be', () => {
    assert.equal(
      price({ ai: true, grammar: true, plagiarism: true, deep: true }, 400_000),
      1_334_834,
    );
  });
});
