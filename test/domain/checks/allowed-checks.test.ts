import assert from 'node:assert/strict';
import { checkAllowed } from '../../../domain/checks/allowed-checks.ts';

const nothing = { ai: false, grammar: false, plagiarism: false, deep: false };
const everything = { ai: true, grammar: true, plagiarism: true, deep: true };

describe('what a key may run', () => {
  it('is everything when nothing is ruled out', () => {
    assert.ok(checkAllowed(everything, null).ok);
    assert.ok(checkAllowed(everything, ['ai', 'grammar', 'plagiarism']).ok);
  });

  it('is what it names, alone or together', () => {
    const allowed = ['ai', 'plagiarism'] as const;
    for (const asked of [{ ai: true }, { plagiarism: true }, { ai: true, plagiarism: true }]) {
      assert.ok(checkAllowed({ ...nothing, ...asked }, allowed).ok);
    }
  });

  it('is nothing else, and the refusal names both sides', () => {
    const outcome = checkAllowed(everything, ['grammar']);
    assert.ok(!outcome.ok);
    assert.equal(outcome.refusal.code, 'not_allowed_for_key');
    assert.match(outcome.refusal.detail, /may run grammar; the request asks for ai, plagiarism/);
  });

  it('is a deep scan exactly when it is AI detection', () => {
    assert.ok(checkAllowed({ ...nothing, ai: true, deep: true }, ['ai']).ok);
    assert.ok(!checkAllowed({ ...nothing, ai: true, deep: true }, ['grammar']).ok);
    // DECISIONS: `deep` with `ai: false` does nothing.
    assert.ok(checkAllowed({ ...nothing, grammar: true, deep: true }, ['grammar']).ok);
  });
});
