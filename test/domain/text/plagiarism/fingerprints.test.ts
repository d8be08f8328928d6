import assert from 'node:assert/strict';
import fc from 'fast-check';
import { guaranteedRun } from '../../../../domain/text/plagiarism/families.ts';
import { fingerprints } from '../../../../domain/text/plagiarism/fingerprints.ts';
import { countWords } from '../../../../domain/text/words.ts';
import { austen, dickens, lincoln } from './passages-of-prose.ts';

const key = Uint8Array.from({ length: 32 }, (_, index) => index * 11);
const of = (text: string) => fingerprints({ text, key });
const shared = (one: string, other: string): number => {
  const hashes = new Set(of(one).hashes);
  return of(other).hashes.filter((hash) => hashes.has(hash)).length;
};

describe('fingerprints', () => {
  it('are about one a word', () => {
    const { hashes, words } = of([dickens, austen, lincoln].join('\n\n'));
    assert.equal(words, countWords([dickens, austen, lincoln].join('\n\n')));
    assert.ok(hashes.length > words * 0.5 && hashes.length < words * 1.2);
  });

  it('stand in the order of the text, inside it, with arrays of one length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const found = of(text);
        const { hashes, tokens, starts, ends, families } = found;
        for (const array of [tokens, starts, ends, families]) {
          assert.equal(array.length, hashes.length);
        }
        hashes.forEach((_, at) => {
          const start = starts[at] ?? -1;
          const end = ends[at] ?? -1;
          assert.ok(start < end && end <= text.length);
          assert.ok((tokens[at - 1] ?? 0) <= (tokens[at] ?? -1));
          assert.ok((tokens[at] ?? Infinity) < found.words);
        });
      }),
    );
  });

  it('do not depend on case, accents or punctuation', () => {
    const plain = 'the naive heroes of the old cafe met again before the winter evening came';
    const dressed = 'The naïve heroes of the “old Café” met again; before the winter evening came!';
    assert.deepEqual(of(plain).hashes, of(dressed).hashes);
  });

  it('share content trigrams when the words between are changed and turned round', () => {
    const rewritten =
      'Those dedicated a portion of a field: the final resting place of whom here lives were given.';
    assert.ok(shared(rewritten, lincoln) > 0);
  });

  it('share nothing under another key', () => {
    const other = fingerprints({ text: dickens, key: key.map((byte) => byte ^ 255) });
    const own = new Set(of(dickens).hashes);
    assert.equal(other.hashes.filter((hash) => own.has(hash)).length, 0);
  });

  it('share nothing between unrelated texts', () => {
    assert.equal(shared(dickens, austen), 0);
  });

  it('share at least one for every unedited run of eight words', () => {
    const word = fc.oneof(
      fc.stringMatching(/^[a-z]{3,9}$/),
      fc.constantFrom('the', 'of', 'and', 'in'),
    );
    const text = (least: number) => fc.array(word, { minLength: least, maxLength: least + 30 });
    fc.assert(
      fc.property(text(0), text(0), text(guaranteedRun), text(0), (one, other, run, end) => {
        const submitted = [...one, ...run, ...end].join(' ');
        assert.ok(shared([...other, ...run].join(' '), submitted) > 0);
      }),
    );
  });

  it('exist for a text of five words and not below', () => {
    assert.equal(of('and then there was the').hashes.length, 1);
    assert.equal(of('then there was the').hashes.length, 0);
    assert.equal(of('').hashes.length, 0);
  });
});
