/**
 * An immutable map from strings: `set` and `remove` give a new map that shares nearly all of the old
 * one, so a decider can try out a batch of commands and throw the result away at no cost.
 * Hash array mapped trie, 32 ways (Bagwell, "Ideal Hash Trees", 2001).
 */
export interface PersistentMap<Value> {
  readonly size: number;
  readonly root: Node<Value>;
}

type Node<Value> = Branch<Value> | Leaf<Value>;
interface Leaf<Value> {
  readonly kind: 'leaf';
  readonly hash: number;
  /** One entry, or several whose hashes are equal. */
  readonly entries: readonly (readonly [string, Value])[];
}
interface Branch<Value> {
  readonly kind: 'branch';
  readonly bitmap: number;
  readonly children: readonly Node<Value>[];
}

const bitsPerLevel = 5;

export function emptyMap<Value>(): PersistentMap<Value> {
  return { size: 0, root: { kind: 'branch', bitmap: 0, children: [] } };
}

export function mapGet<Value>(map: PersistentMap<Value>, key: string): Value | undefined {
  return map.size === 0 ? undefined : find(map, { key, hash: hashOf(key) });
}

export function mapSet<Value>(
  map: PersistentMap<Value>,
  key: string,
  value: Value,
): PersistentMap<Value> {
  const hash = hashOf(key);
  const known = find(map, { key, hash }) !== undefined;
  const leaf: Leaf<Value> = { kind: 'leaf', hash, entries: [[key, value]] };
  return { size: known ? map.size : map.size + 1, root: insert(map.root, leaf, 0) };
}

export function mapRemove<Value>(map: PersistentMap<Value>, key: string): PersistentMap<Value> {
  const hash = hashOf(key);
  if (find(map, { key, hash }) === undefined) return map;
  const root = without(map.root, { key, hash, shift: 0 });
  return { size: map.size - 1, root: root ?? emptyMap<Value>().root };
}

/**
 * A map of many entries at once, at a fraction of the cost of as many `mapSet`.
 * No key may be given twice.
 */
export function mapFrom<Value>(
  entries: readonly (readonly [string, Value])[],
): PersistentMap<Value> {
  if (entries.length > placesBeside) {
    return entries.reduce((map, [key, value]) => mapSet(map, key, value), emptyMap<Value>());
  }
  // Path and place in one number, because numbers are sorted many times faster than objects.
  const order = new Float64Array(entries.length);
  let place = 0;
  for (const [key] of entries) {
    order[place] = pathOf(hashOf(key)) * placesBeside + place;
    place += 1;
  }
  order.sort();
  const leaves: Leaf<Value>[] = [];
  let last: Leaf<Value> | undefined;
  for (const ordered of order) {
    const entry = entries[ordered % placesBeside];
    if (entry === undefined) continue;
    const hash = hashAt(Math.floor(ordered / placesBeside));
    const twins: Leaf<Value>['entries'] = last?.hash === hash ? last.entries : [];
    if (twins.length > 0) leaves.pop();
    last = { kind: 'leaf', hash, entries: twins.length > 0 ? [...twins, entry] : [entry] };
    leaves.push(last);
  }
  return { size: entries.length, root: branchOf(leaves, { from: 0, to: leaves.length, shift: 0 }) };
}

/** So many places can stand beside a path of 32 bits within the 53 bits of a number. */
const placesBeside = 2 ** 21;

/** All entries, in no particular but always the same order. */
export function* mapEntries<Value>(map: PersistentMap<Value>): Generator<readonly [string, Value]> {
  const open: Node<Value>[] = [map.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'leaf') yield* node.entries;
    else open.push(...node.children);
  }
}

function find<Value>(
  map: PersistentMap<Value>,
  { key, hash }: { readonly key: string; readonly hash: number },
): Value | undefined {
  let node: Node<Value> | undefined = map.root;
  for (let shift = 0; node?.kind === 'branch'; shift += bitsPerLevel) {
    const bit = bitOf(hash, shift);
    node = (node.bitmap & bit) === 0 ? undefined : node.children[indexOf(node.bitmap, bit)];
  }
  if (node === undefined) return undefined;
  for (const [name, value] of node.entries) if (name === key) return value;
  return undefined;
}

function insert<Value>(node: Node<Value>, leaf: Leaf<Value>, shift: number): Node<Value> {
  if (node.kind === 'leaf') {
    if (node.hash === leaf.hash) {
      const others = node.entries.filter(([name]) => name !== leaf.entries[0]?.[0]);
      return { ...node, entries: [...others, ...leaf.entries] };
    }
    const branch: Branch<Value> = {
      kind: 'branch',
      bitmap: bitOf(node.hash, shift),
      children: [node],
    };
    return insert(branch, leaf, shift);
  }
  const bit = bitOf(leaf.hash, shift);
  const index = indexOf(node.bitmap, bit);
  const child = (node.bitmap & bit) === 0 ? undefined : node.children[index];
  const children = node.children.slice();
  if (child === undefined) children.splice(index, 0, leaf);
  else children[index] = insert(child, leaf, shift + bitsPerLevel);
  return { kind: 'branch', bitmap: node.bitmap | bit, children };
}

/** The branch over leaves that stand in the order of their paths. */
function branchOf<Value>(
  leaves: readonly Leaf<Value>[],
  { from, to, shift }: { readonly from: number; readonly to: number; readonly shift: number },
): Branch<Value> {
  let bitmap = 0;
  const children: Node<Value>[] = [];
  for (let start = from; start < to; ) {
    const first = leaves[start];
    if (first === undefined) break;
    const bit = bitOf(first.hash, shift);
    let end = start + 1;
    while (end < to && bitOf(leaves[end]?.hash ?? 0, shift) === bit) end += 1;
    const alone = end === start + 1;
    const range = { from: start, to: end, shift: shift + bitsPerLevel };
    children.push(alone ? first : branchOf(leaves, range));
    bitmap |= bit;
    start = end;
  }
  return { kind: 'branch', bitmap, children };
}

/** The hash with the digits that a lookup takes first in the highest places: the order of leaves in a trie. */
function pathOf(hash: number): number {
  const upper =
    ((hash & 31) << 25) |
    (((hash >>> 5) & 31) << 20) |
    (((hash >>> 10) & 31) << 15) |
    (((hash >>> 15) & 31) << 10) |
    (((hash >>> 20) & 31) << 5) |
    ((hash >>> 25) & 31);
  return upper * 4 + (hash >>> 30);
}

/** The hash whose path this is. */
function hashAt(path: number): number {
  const upper = Math.floor(path / 4);
  const hash =
    ((upper >>> 25) & 31) |
    (((upper >>> 20) & 31) << 5) |
    (((upper >>> 15) & 31) << 10) |
    (((upper >>> 10) & 31) << 15) |
    (((upper >>> 5) & 31) << 20) |
    ((upper & 31) << 25) |
    ((path & 3) << 30);
  return hash >>> 0;
}

function without<Value>(
  node: Node<Value>,
  target: { readonly key: string; readonly hash: number; readonly shift: number },
): Node<Value> | undefined {
  if (node.kind === 'leaf') {
    const entries = node.entries.filter(([name]) => name !== target.key);
    return entries.length === 0 ? undefined : { ...node, entries };
  }
  const bit = bitOf(target.hash, target.shift);
  const index = indexOf(node.bitmap, bit);
  const child = node.children[index];
  if (child === undefined) return node;
  const kept = without(child, { ...target, shift: target.shift + bitsPerLevel });
  const children = node.children.slice();
  if (kept !== undefined) {
    children[index] = kept;
    return { ...node, children };
  }
  children.splice(index, 1);
  return children.length === 0 ? undefined : { ...node, bitmap: node.bitmap & ~bit, children };
}

/** FNV-1a over UTF-16 code units, 32 bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** At 35 bits and beyond equal hashes are in one leaf, so the shift never runs past the hash. */
function bitOf(hash: number, shift: number): number {
  return 1 << ((hash >>> shift) & 31);
}

function indexOf(bitmap: number, bit: number): number {
  let below = bitmap & (bit - 1);
  below -= (below >>> 1) & 0x55555555;
  below = (below & 0x33333333) + ((below >>> 2) & 0x33333333);
  return Math.imul((below + (below >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
