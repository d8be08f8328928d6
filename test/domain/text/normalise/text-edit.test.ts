import assert from 'node:assert/strict';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';
import {
  applyEdits,
  normalisedSpan,
  submittedSpan,
  toNormalised,
  toSubmitted,
} from '../../../../domain/text/normalise/text-edit.ts';

describe('text edits', () => {
  const submitted = 'a\u200Bb \uFB01ne';
  const { text, edits } = normalise(submitted);

  it('list a removal and a replacement with their places in both texts', () => {
    assert.equal(text, 'ab fine');
    assert.deepEqual(edits, [
      { start: 1, end: 2, replacement: '', at: 1 },
      { start: 4, end: 5, replacement: 'fi', at: 3 },
    ]);
  });

  it('rebuild the normalised text', () => {
    assert.equal(applyEdits(submitted, edits), text);
  });

  it('map offsets before, at and behind an edit', () => {
    assert.equal(toSubmitted(edits, 0), 0);
    assert.equal(toSubmitted(edits, 1), 2);
    assert.equal(toSubmitted(edits, 1, 'end'), 1);
    assert.equal(toSubmitted(edits, 5), 5);
    assert.equal(toNormalised(edits, 5), 5);
    assert.equal(toSubmitted(edits, 2), 3);
    assert.equal(toNormalised(edits, 2), 1);
  });

  it('map a word that contains a removed mark to all of it', () => {
    assert.deepEqual(submittedSpan(edits, { start: 0, end: 2 }), { start: 0, end: 3 });
  });

  it('map half of a spelled-out ligature to the whole ligature', () => {
    assert.deepEqual(submittedSpan(edits, { start: 4, end: 5 }), { start: 4, end: 5 });
    assert.deepEqual(normalisedSpan(edits, { start: 4, end: 5 }), { start: 3, end: 5 });
  });

  it('map a removed mark to the empty span where it stood', () => {
    assert.deepEqual(normalisedSpan(edits, { start: 1, end: 2 }), { start: 1, end: 1 });
  });

  it('leave every offset alone when nothing was edited', () => {
    assert.equal(toSubmitted([], 5), 5);
    assert.equal(toNormalised([], 5), 5);
  });
});
