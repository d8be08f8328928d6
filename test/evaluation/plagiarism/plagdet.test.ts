import assert from 'node:assert/strict';
import { plagdet, type Reuse } from '../../../evaluation/plagiarism/plagdet.ts';

function reuse(pair: string, start: number, end: number): Reuse {
  return { pair, suspicious: { start, end }, source: { start, end } };
}

describe('plagdet', () => {
  // The cases of the official script's own tests (pan-webis-de/pan-code, clef13).
  const first = reuse('1', 0, 100);
  const second = reuse('2', 50, 150);
  const second0 = reuse('2', 25, 100);

  it('is 1 for perfect detections', () => {
    const scores = plagdet({ cases: [first, second], detections: [second, first] });
    assert.deepEqual(scores, { plagdet: 1, recall: 1, precision: 1, granularity: 1, hit: 1 });
  });

  it('halves recall when one of two cases is missed', () => {
    const scores = plagdet({ cases: [first, second], detections: [first] });
    assert.equal(scores.recall, 0.5);
    assert.equal(scores.precision, 1);
    assert.equal(scores.hit, 0.5);
  });

  it('counts overlapping detections of a case once in recall, and all in granularity', () => {
    const scores = plagdet({
      cases: [reuse('2', 50, 150)],
      detections: [reuse('2', 50, 100), second0],
    });
    assert.equal(scores.recall, 0.5);
    assert.equal(scores.granularity, 2);
    assert.equal(scores.precision, (1 + 50 / 75) / 2);
  });

  it('needs an overlap on both sides', () => {
    const elsewhere = { ...first, source: { start: 100, end: 200 } };
    assert.equal(plagdet({ cases: [first], detections: [elsewhere] }).plagdet, 0);
  });

  it('is 0 without detections or with detections in other pairs', () => {
    assert.equal(plagdet({ cases: [first], detections: [] }).plagdet, 0);
    assert.equal(plagdet({ cases: [first], detections: [second] }).plagdet, 0);
  });

  it('lowers precision by a detection in a pair without reuse', () => {
    const scores = plagdet({ cases: [first], detections: [first, reuse('negative', 0, 10)] });
    assert.equal(scores.precision, 0.5);
    assert.equal(scores.plagdet, 2 / 3);
  });
});
