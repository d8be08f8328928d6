import type { DebitMemory, DebitTerms } from '../../domain/ledger/audit.ts';
import type { Sha256 } from '../../domain/shared/hash-chain.ts';

/** A slot holds 96 bits of the debit's name and 64 of its terms. */
const wordsOfName = 3;
const wordsOfSlot = 5;
const firstCapacity = 1 << 10;
const fullest = 0.7;

/**
 * Remembers any number of debits at 20 to 60 bytes each: an audit of millions must not keep their names.
 * Two debits are taken for one at a chance of 1 in 10^16 for a billion of them.
 */
export function debitMemory(sha256: Sha256): DebitMemory & { readonly size: () => number } {
  let table = new Uint32Array(firstCapacity * wordsOfSlot);
  let size = 0;
  const wordsFor = (debit: DebitTerms): Uint32Array => {
    const name = sha256(debit.debitId);
    const terms = sha256(`${debit.debitId} ${debit.terms}`);
    // An empty slot begins with 0, so a name never does.
    const first = word(name, 0) || 1;
    return Uint32Array.of(first, word(name, 1), word(name, 2), word(terms, 0), word(terms, 1));
  };
  return {
    size: () => size,
    recall(debit) {
      const words = wordsFor(debit);
      const slot = slotOf(table, words);
      if (table[slot] === 0) return 'unknown';
      return words.every((value, place) => table[slot + place] === value) ? 'same' : 'other';
    },
    note(debit) {
      if (size * wordsOfSlot >= table.length * fullest) table = grown(table);
      const words = wordsFor(debit);
      const slot = slotOf(table, words);
      if (table[slot] === 0) size += 1;
      table.set(words, slot);
    },
  };
}

/** Where an entry is, or the free slot where it would go: open addressing, one step at a time. */
function slotOf(table: Uint32Array, words: Uint32Array): number {
  const capacity = table.length / wordsOfSlot;
  for (let at = (words[1] ?? 0) & (capacity - 1); ; at = (at + 1) & (capacity - 1)) {
    const slot = at * wordsOfSlot;
    if (table[slot] === 0 || sameName(table, slot, words)) return slot;
  }
}

function sameName(table: Uint32Array, slot: number, words: Uint32Array): boolean {
  for (let place = 0; place < wordsOfName; place += 1) {
    if (table[slot + place] !== words[place]) return false;
  }
  return true;
}

function grown(table: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(table.length * 2);
  for (let slot = 0; slot < table.length; slot += wordsOfSlot) {
    if (table[slot] === 0) continue;
    const words = table.subarray(slot, slot + wordsOfSlot);
    larger.set(words, slotOf(larger, words));
  }
  return larger;
}

function word(hex: string, place: number): number {
  return Number.parseInt(hex.slice(place * 8, place * 8 + 8), 16);
}
