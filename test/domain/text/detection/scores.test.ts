import assert from 'node:assert/strict';
import fc from 'fast-check';
import { calibrated, strongest } from '../../../../domain/text/detection/calibration.ts';
import {
  documentScore,
  longestStretch,
  stretchesOf,
} from '../../../../domain/text/detection/document-score.ts';
import { rangeScorer } from '../../../../domain/text/detection/experts.ts';
import {
  sentenceChances,
  windowLogits,
} from '../../../../domain/text/detection/sentence-scores.ts';
import { machineText, personText, reading, repeated, sampleModel } from './sample-model.ts';

const model = sampleModel();
const contextOf = (text: string) => {
  const read = reading(text);
  return { model, reading: read, scorer: rangeScorer(model.experts, read.ngrams) };
};

describe('scores', () => {
  it('tell the two texts that the model knows apart', () => {
    assert.ok(documentScore(contextOf(machineText)).combined > 1);
    assert.ok(documentScore(contextOf(personText)).combined < -1);
  });

  it('count a feature once however often it is repeated', () => {
    const once = contextOf(machineText);
    const whole = { from: 0, to: once.reading.tokens.count };
    const thrice = contextOf(repeated(machineText, 3));
    const single = once.scorer(whole)[0] ?? 0;
    const triple = thrice.scorer({ from: 0, to: thrice.reading.tokens.count })[0] ?? 0;
    assert.ok(Math.abs(single - triple) < 0.15 * single);
  });

  it('read a long text in stretches that cover every token once', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 700 }),
        (count, size) => {
          const sentence = `${repeated('word', size)}. `;
          const { sentences, tokens } = reading(repeated(sentence, count).slice(0, 30_000));
          const parts = stretchesOf(sentences).flat();
          assert.equal(
            parts.reduce((sum, part) => sum + part.to - part.from, 0),
            tokens.count,
          );
          assert.ok(parts.every((part) => part.to - part.from <= longestStretch));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('lie between the calibration points left and right of a length', () => {
    const points = [
      { tokens: 50, experts: [[1, 0]], style: [1, 0], combined: [1, 0, 0], alone: [1, 0] },
      { tokens: 200, experts: [[3, 0]], style: [1, 0], combined: [1, 0, 0], alone: [1, 0] },
    ] as const;
    const at = (tokens: number): number =>
      calibrated(points, { experts: [1], style: 0, tokens }).experts[0] ?? 0;
    assert.deepEqual(
      [at(10), at(50), at(100), at(200), at(9000)].map((value) => Math.round(value * 100) / 100),
      [1, 1, 2, 3, 3],
    );
  });

  it('join experts by the stronger voice', () => {
    assert.ok(Math.abs(strongest([5, -5]) - 5) < 0.01);
    assert.ok(strongest([700, 700]) < 701);
  });
});

describe('sentence chances', () => {
  it('are even without evidence', () => {
    assert.deepEqual(
      sentenceChances(model.chain, { windows: [0, 0, 0], document: 0 }),
      [0.5, 0.5, 0.5],
    );
  });

  it('overrule one dissenting window among many', () => {
    const chances = sentenceChances(model.chain, { windows: [3, 3, -1, 3, 3], document: 0 });
    assert.ok(chances.every((chance) => chance > 0.5));
  });

  it('follow a change of writer', () => {
    const text = `${repeated(personText, 4)} ${repeated(machineText, 4)}`;
    const context = contextOf(text);
    const chances = sentenceChances(model.chain, { windows: windowLogits(context), document: 0 });
    const border = text.indexOf('In conclusion');
    const right = context.reading.sentences.filter(
      ({ start }, index) => start >= border === (chances[index] ?? 0.5) >= 0.5,
    );
    assert.ok(right.length >= context.reading.sentences.length - 2);
  });

  it('stay finite under extreme logits', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })), (windows) => {
        for (const chance of sentenceChances(model.chain, { windows, document: 1e6 })) {
          assert.ok(chance >= 0 && chance <= 1);
        }
      }),
    );
  });
});
