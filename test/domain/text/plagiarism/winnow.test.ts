import assert from 'node:assert/strict';
import fc from 'fast-check';
import { winnow } from '../../../../domain/text/plagiarism/winnow.ts';

const hashes = fc.array(fc.nat(20), { maxLength: 60 }).map((list) => Uint32Array.from(list));

describe('winnowing', () => {
  it('selects the positions of the paper’s example', () => {
    // Schleimer, Wilkerson, Aiken 2003, figure 2: hashes and windows of length 4.
    const example = [77, 74, 42, 17, 98, 50, 17, 98, 8, 88, 67, 39, 77, 74, 42, 17, 98];
    assert.deepEqual(
      winnow(Uint32Array.from(example), 4).map((position) => example[position]),
      [17, 17, 8, 39, 17],
    );
  });

  it('selects from every window, ascending and each position once', () => {
    fc.assert(
      fc.property(hashes, fc.integer({ min: 1, max: 8 }), (list, window) => {
        const selected = winnow(list, window);
        for (let start = 0; start + window <= list.length; start += 1) {
          assert.ok(selected.some((position) => position >= start && position < start + window));
        }
        assert.deepEqual(
          selected,
          [...new Set(selected)].sort((one, other) => one - other),
        );
      }),
    );
  });

  it('selects the same inside a shared run, wherever it stands', () => {
    fc.assert(
      fc.property(hashes, hashes, hashes, (run, before, after) => {
        fc.pre(run.length >= 4);
        const shifted = winnow(Uint32Array.from([...before, ...run, ...after]), 4);
        const inside = new Set(shifted.map((position) => position - before.length));
        for (let start = 0; start + 4 <= run.length; start += 1) {
          const own = winnow(run.slice(start, start + 4), 4)[0] ?? -1;
          assert.ok(inside.has(start + own));
        }
      }),
    );
  });

  it('gives one of fewer hashes than a window, and none of none', () => {
    assert.deepEqual(winnow(Uint32Array.from([5, 3, 4]), 4), [1]);
    assert.deepEqual(winnow(new Uint32Array(), 4), []);
  });
});
