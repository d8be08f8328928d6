import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Sha256 } from '../../../domain/shared/hash-chain.ts';
import { merkleRoot } from '../../../domain/shared/merkle.ts';
import { hasher } from '../../support/tally.ts';

const { sha256 } = hasher;

/** The tree of RFC 6962 2.1 as it is written there: split at the largest power of two below the length. */
function byTheBook(leaves: readonly string[], hash: Sha256): string {
  if (leaves.length === 0) return hash('');
  if (leaves.length === 1) return hash(`\u0000${leaves[0]}`);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)];
  return hash(`\u0001${byTheBook(left, hash)}${byTheBook(right, hash)}`);
}

describe('the root of a Merkle tree', () => {
  it('is that of RFC 6962 for any list', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 40 }), (leaves) => {
        assert.equal(merkleRoot(leaves, sha256), byTheBook(leaves, sha256));
      }),
    );
  });

  it('changes with every leaf, with their order and with their number', () => {
    const leaves = ['a', 'b', 'c', 'd', 'e'];
    const others = [
      ['a', 'b', 'c', 'd', 'f'],
      ['b', 'a', 'c', 'd', 'e'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'c', 'd', 'e', 'e'],
      ['a', 'b', 'c', 'd', 'e', ''],
    ];
    const roots = [leaves, ...others].map((list) => merkleRoot(list, sha256));
    assert.equal(new Set(roots).size, roots.length);
  });
});
