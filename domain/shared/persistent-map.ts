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
  const hash = hashOf(key);
  let node: Node<Value> | undefined = map.root;
  for (let shift = 0; node?.kind === 'branch'; shift += bitsPerLevel) {
    const bit = bitOf(hash, shift);
    node = (node.bitmap & bit) === 0 ? undefined : node.children[indexOf(node.bitmap, bit)];
  }
  return node?.entries.find(([name]) => name === key)?.[1];
}

export function mapSet<Value>(
  map: PersistentMap<Value>,
  key: string,
  value: Value,
): PersistentMap<Value> {
  const known = mapGet(map, key) !== undefined;
  const leaf: Leaf<Value> = { kind: 'leaf', hash: hashOf(key), entries: [[key, value]] };
  return { size: known ? map.size : map.size + 1, root: insert(map.root, leaf, 0) };
}

export function mapRemove<Value>(map: PersistentMap<Value>, key: string): PersistentMap<Value> {
  if (mapGet(map, key) === undefined) return map;
  const root = without(map.root, { key, hash: hashOf(key), shift: 0 });
  return { size: map.size - 1, root: root ?? emptyMap<Value>().root };
}

/**
 * A map of many entries at once, at a fraction of the cost of as many `mapSet`.
 * No key may be given twice.
 */
export function mapFrom<Value>(
  entries: readonly (readonly [string, Value])[],
): PersistentMap<Value> {
  const leaves = entries.map((entry): Leaf<Value> => {
    return { kind: 'leaf', hash: hashOf(entry[0]), entries: [entry] };
  });
  return { size: entries.length, root: branchOf(leaves, 0) };
}

/** All entries, in no particular but always the same order. */
export function* mapEntries<Value>(map: PersistentMap<Value>): Generator<readonly [string, Value]> {
  const open: Node<Value>[] = [map.root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'leaf') yield* node.entries;
    else open.push(...node.children);
  }
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

function branchOf<Value>(leaves: readonly Leaf<Value>[], shift: number): Branch<Value> {
  const slots = Array.from({ length: 32 }, (): Leaf<Value>[] => []);
  for (const leaf of leaves) slots[(leaf.hash >>> shift) & 31]?.push(leaf);
  let bitmap = 0;
  const children: Node<Value>[] = [];
  for (const [slot, inSlot] of slots.entries()) {
    const [first] = inSlot;
    if (first === undefined) continue;
    bitmap |= 1 << slot;
    const sameHash = inSlot.every(({ hash }) => hash === first.hash);
    if (!sameHash) children.push(branchOf(inSlot, shift + bitsPerLevel));
    else if (inSlot.length === 1) children.push(first);
    else children.push({ ...first, entries: inSlot.flatMap(({ entries }) => entries) });
  }
  return { kind: 'branch', bitmap, children };
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
