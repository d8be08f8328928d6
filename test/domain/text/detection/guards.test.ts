import assert from 'node:assert/strict';
import { doubts, learnerMarks } from '../../../../domain/text/detection/guards.ts';
import { reading, repeated, sampleModel } from './sample-model.ts';

const model = sampleModel();
const doubtsOf = (text: string, unlikeness = 0): string[] => {
  const read = reading(text);
  const words = read.tokens.isWord.reduce((sum, flag) => sum + flag, 0);
  return [...doubts(read, { model, unlikeness, words })].sort();
};

const plain =
  'The river rose during the night. By morning the lower fields were under water, and the sheep had moved up to the old wall.';

describe('doubts about a text', () => {
  it('are none for plain prose', () => {
    assert.deepEqual(doubtsOf(plain), []);
  });

  it('see the constructions of second-language writers', () => {
    const essay =
      'Nowadays many people is using phones. In the other hand, I am agree that phones give us informations. One of the reason is that it help students.';
    assert.deepEqual(doubtsOf(essay), ['non_native']);
    const [first] = learnerMarks(reading(essay));
    assert.ok(first !== undefined && first.end > first.start);
  });

  it('do not take one slip for a second language', () => {
    assert.deepEqual(doubtsOf(`${plain} ${plain} It was more better than last year.`), []);
  });

  it('see a text that is mostly quotation', () => {
    assert.deepEqual(doubtsOf(`He wrote: “${plain}” And that was that.`), ['quoted_text']);
  });

  it('see a form to be filled in', () => {
    assert.deepEqual(doubtsOf('Dear [Name], your order [Number] was sent to [Address] today.'), [
      'template_text',
    ]);
  });

  it('see sentences that repeat', () => {
    assert.deepEqual(doubtsOf(repeated('Terms may change at any time.', 12)), ['template_text']);
  });

  it('see text unlike anything learned from', () => {
    const strict = { ...model, unlikenessLimit: { ...model.unlikenessLimit, en: 1.5 } };
    const read = reading(plain);
    assert.ok(
      doubts(read, { model: strict, unlikeness: 1.6, words: 24 }).has('out_of_distribution'),
    );
  });
});
