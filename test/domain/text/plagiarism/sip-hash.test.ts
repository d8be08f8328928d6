import assert from 'node:assert/strict';
import { sipHash } from '../../../../domain/text/plagiarism/sip-hash.ts';

describe('keyed hash', () => {
  const key = Uint8Array.from({ length: 16 }, (_, index) => index);

  it('equals the published SipHash-2-4 vector for eight bytes, low half', () => {
    // Reference implementation, vectors[8]: 62 24 93 9a 79 f5 f5 93.
    assert.equal(sipHash(key)(0x03020100, 0x07060504), 0x9a932462);
  });

  it('gives other hashes under another key', () => {
    const other = Uint8Array.from(key);
    other[15] = 16;
    assert.notEqual(sipHash(key)(1, 2), sipHash(other)(1, 2));
  });

  it('uses every byte of a longer key', () => {
    const long = Uint8Array.from({ length: 32 }, (_, index) => index * 7);
    const changed = Uint8Array.from(long);
    changed[31] = 1;
    assert.notEqual(sipHash(long)(1, 2), sipHash(changed)(1, 2));
  });

  it('refuses a key that could be guessed', () => {
    assert.throws(() => sipHash(new Uint8Array(15)), RangeError);
  });
});
