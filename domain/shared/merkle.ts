import type { Sha256 } from './hash-chain.ts';

/**
 * The root of a Merkle tree over a list, built as in RFC 6962 2.1: leaves and inner nodes are hashed
 * with different first bytes (0 and 1), so that neither passes for the other, and a list that is no power
 * of two is split at the largest one below its length. Inner nodes hash the hex digits of their
 * children. The empty list has the hash of the empty string.
 */
export function merkleRoot(leaves: readonly string[], sha256: Sha256): string {
  if (leaves.length === 0) return sha256('');
  const hashes = leaves.map((leaf) => sha256(`\u0000${leaf}`));
  // Pairing level by level, an odd one going up as it is, gives the same tree as splitting from the top.
  let level = hashes;
  while (level.length > 1) level = parents(level, sha256);
  return level[0] ?? '';
}

function parents(level: readonly string[], sha256: Sha256): string[] {
  const above: string[] = [];
  for (let at = 0; at < level.length; at += 2) {
    const [left = '', right] = level.slice(at, at + 2);
    above.push(right === undefined ? left : sha256(`\u0001${left}${right}`));
  }
  return above;
}
