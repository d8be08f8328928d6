import { randomBytes, randomUUID } from 'node:crypto';
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
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairBelow && text.length < length) text += alphabet.charAt(byte % alphabet.length);
    }
  }
  return text;
}
