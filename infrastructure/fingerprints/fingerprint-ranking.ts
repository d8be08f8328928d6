/** The hashes of one stored text. */
export interface StoredHashes {
  readonly number: number;
  readonly hashes: Uint32Array;
}

/** Where the stored hashes are read from: all of an account's once, and single texts again. */
export interface HashSource {
  all(): Iterable<StoredHashes>;
  of(number: number): Uint32Array;
}

/** One shared phrase makes no match, see `minimumPhrases` in the plagiarism rules. */
const fewestShared = 2;

/**
 * The stored texts that share the most with a submission, best first. A shared hash weighs the less the
 * more texts hold it, so that turns of phrase which stand everywhere rank below a copied sentence; none is
 * ignored altogether, because a text that was stored a hundred times must still be found.
 *
 * @returns numbers of stored texts
 */
export function rankTexts(
  query: Uint32Array,
  { source, limit }: { source: HashSource; limit: number },
): number[] {
  const wanted = wantedHashes(query);
  const textsWith = new Uint32Array(wanted.count);
  const sharing: number[] = [];
  for (const { number, hashes } of source.all()) {
    const shared = sharedWith(wanted, hashes);
    for (const hash of shared) textsWith[hash] = (textsWith[hash] ?? 0) + 1;
    if (shared.length >= fewestShared) sharing.push(number);
  }
  const weighed = sharing.map((number) => {
    const shared = sharedWith(wanted, source.of(number));
    return { number, weight: shared.reduce((sum, hash) => sum + 1 / (textsWith[hash] ?? 1), 0) };
  });
  weighed.sort((one, other) => other.weight - one.weight || other.number - one.number);
  return weighed.slice(0, limit).map(({ number }) => number);
}

/** The distinct hashes of a query, made for asking millions of times whether a hash is among them. */
interface WantedHashes {
  readonly count: number;
  /** One bit for the upper bits of a hash: most questions end here, in the processor's cache. */
  readonly sieve: Uint8Array;
  /** Open addressing: number of a wanted hash plus 1, or 0. */
  readonly table: Uint32Array;
  readonly hashes: Uint32Array;
  /** Number of the last text each hash was seen in, so that it counts once a text. */
  readonly seen: Uint32Array;
  turn: number;
}

const sieveShift = 11;

function wantedHashes(query: Uint32Array): WantedHashes {
  const hashes = Uint32Array.from(new Set(query));
  const table = new Uint32Array(2 ** Math.ceil(Math.log2(hashes.length * 2 + 2)));
  const sieve = new Uint8Array(2 ** (32 - sieveShift - 3));
  const mask = table.length - 1;
  hashes.forEach((hash, number) => {
    let slot = hash & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = number + 1;
    const bit = hash >>> sieveShift;
    sieve[bit >>> 3] = (sieve[bit >>> 3] ?? 0) | (1 << (bit & 7));
  });
  const seen = new Uint32Array(hashes.length);
  return { count: hashes.length, sieve, table, hashes, seen, turn: 0 };
}

/** Numbers of the wanted hashes that a text holds, each once. */
function sharedWith(wanted: WantedHashes, hashes: Uint32Array): number[] {
  const shared: number[] = [];
  wanted.turn += 1;
  for (let at = 0; at < hashes.length; at += 1) {
    const hash = hashes[at] ?? 0;
    const bit = hash >>> sieveShift;
    if (((wanted.sieve[bit >>> 3] ?? 0) & (1 << (bit & 7))) === 0) continue;
    const number = numberOf(wanted, hash);
    if (number < 0 || wanted.seen[number] === wanted.turn) continue;
    wanted.seen[number] = wanted.turn;
    shared.push(number);
  }
  return shared;
}

function numberOf({ table, hashes }: WantedHashes, hash: number): number {
  const mask = table.length - 1;
  let slot = hash & mask;
  for (let entry = table[slot] ?? 0; entry !== 0; entry = table[slot] ?? 0) {
    if (hashes[entry - 1] === hash) return entry - 1;
    slot = (slot + 1) & mask;
  }
  return -1;
}
