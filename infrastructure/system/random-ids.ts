import { randomFillSync, randomUUID } from 'node:crypto';
import type { Ids } from '../../application/ports/ids.ts';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';
/** 24 digits of base 36 hold 124 bits. */
const length = 24;
/** Bytes from here on would favour the first letters of the alphabet. */
const fairBelow = 256 - (256 % alphabet.length);

export const randomIds: Ids = {
  fresh: (prefix) => prefix + randomText(),
  uuid: () => randomUUID(),
};

function randomText(): string {
  for (let place = 0; place < length; ) {
    const byte = nextByte();
    if (byte < fairBelow) text[place++] = alphabet.charCodeAt(byte % alphabet.length);
  }
  return text.toString('latin1');
}

/** Where a text is put together: one made letter by letter is slow to build and to read. */
const text = Buffer.alloc(length);

/** Random bytes are fetched in stock: a call for a few costs as much as one for thousands. */
const stock = new Uint8Array(4096);
let used = stock.length;

function nextByte(): number {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  const byte = stock[used] ?? 0;
  // A byte that named something must not name anything again.
  stock[used] = 0;
  used += 1;
  return byte;
}
