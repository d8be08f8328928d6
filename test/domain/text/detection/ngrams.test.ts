import assert from 'node:assert/strict';
import fc from 'fast-check';
import { bucketCount } from '../../../../domain/text/detection/ngrams.ts';
import { reading } from './sample-model.ts';

const bucketsOf = (text: string): Set<number> => new Set(reading(text).ngrams.buckets);

describe('n-grams', () => {
  it('have one slice of buckets for each token', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 40 }), (text) => {
        const { ngrams, tokens } = reading(text);
        assert.equal(ngrams.offsets.length, tokens.count + 1);
        assert.equal(ngrams.offsets[tokens.count], ngrams.buckets.length);
        ngrams.buckets.forEach((bucket) => {
          assert.ok(bucket >= 0 && bucket < bucketCount);
        });
      }),
    );
  });

  it('are the same for texts that differ in case and spacing only', () => {
    assert.deepEqual(bucketsOf('The  Cat sat.\nIt slept.'), bucketsOf('the cat sat. it slept.'));
  });

  it('share the grammar of sentences on different topics', () => {
    const one = bucketsOf('the walking of the dog');
    const other = bucketsOf('the talking of the dog');
    const unrelated = bucketsOf('seven blue kites yesterday north');
    const common = (right: Set<number>): number =>
      [...one].filter((bucket) => right.has(bucket)).length;
    assert.ok(common(other) > common(unrelated) + 10);
  });
});
