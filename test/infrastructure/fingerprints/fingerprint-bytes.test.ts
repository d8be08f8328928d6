import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  packPlaces,
  unpackPlaces,
} from '../../../infrastructure/fingerprints/fingerprint-bytes.ts';

describe('fingerprints as bytes', () => {
  it('packs places without loss', () => {
    const step = fc.nat(2 ** 20);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(step, step, step, fc.nat(1)), { maxLength: 50 }),
        (fingerprintSteps) => {
          let token = 0;
          let start = 0;
          const places = fingerprintSteps.map(([tokens, starts, length, family]) => {
            token += tokens;
            start += starts;
            return { token, start, end: start + length, family };
          });
          const packed = {
            tokens: Uint32Array.from(places, (place) => place.token),
            starts: Uint32Array.from(places, (place) => place.start),
            ends: Uint32Array.from(places, (place) => place.end),
            families: Uint8Array.from(places, (place) => place.family),
          };
          assert.deepEqual(unpackPlaces(packPlaces(packed), places.length), packed);
        },
      ),
    );
  });
});
