import assert from 'node:assert/strict';
import fc from 'fast-check';
import { mask, placeholder } from '../../../../domain/text/grammar/mask.ts';

function masked(text: string): string[] {
  return mask(text).masks.map(({ start, end }) => text.slice(start, end));
}

describe('masking what is no prose', () => {
  it('covers links, addresses, code, paths and handles', () => {
    assert.deepEqual(masked('see https://example.org/a_b?c=d now'), [
      'https://example.org/a_b?c=d',
    ]);
    assert.deepEqual(masked('write to jane.doe@example.org today'), ['jane.doe@example.org']);
    assert.deepEqual(masked('run `npm i` first'), ['`npm i`']);
    assert.deepEqual(masked('open /usr/local/bin there'), ['/usr/local/bin']);
    assert.deepEqual(masked('thanks @jane_doe'), ['@jane_doe']);
    assert.deepEqual(masked('call getUserName() twice'), ['getUserName()']);
  });

  it('leaves prose alone', () => {
    const prose = 'Either/or: it costs $5, he said; the end. Next one, at 10 p.m.';
    assert.equal(mask(prose).text, prose);
  });

  it('keeps the length and every place outside the masks', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { text: result, masks } = mask(text);
        assert.equal(result.length, text.length);
        let from = 0;
        for (const { start, end } of masks) {
          assert.equal(result.slice(from, start), text.slice(from, start));
          assert.equal(result.slice(start, end), placeholder.repeat(end - start));
          from = end;
        }
      }),
    );
  });
});
