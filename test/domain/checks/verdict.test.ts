import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { GuardId } from '../../../domain/checks/report.ts';
import { decideVerdict, type Measurement } from '../../../domain/checks/verdict.ts';

const thresholds = { human: 0.2, likelyHuman: 0.4, likelyAi: 0.7, ai: 0.9 };
const sure: Measurement = {
  chance: 0.99,
  signals: { wording: 0.99, style: 0.9 },
  aiShare: 1,
  sureAiShare: 0.1,
  words: 400,
  hasBothKinds: false,
  doubts: new Set<GuardId>(),
  hardEvidence: false,
  declaredAi: false,
};
const decide = (changes: Partial<Measurement>) =>
  decideVerdict({ ...sure, ...changes }, thresholds, 'en');
const doubt = (guard: GuardId): Partial<Measurement> => ({ doubts: new Set([guard]) });

describe('verdict', () => {
  it('follows the thresholds', () => {
    const keys = [0.1, 0.3, 0.5, 0.8, 0.95].map((chance) => decide({ chance }).key);
    assert.deepEqual(keys, ['human', 'likely_human', 'uncertain', 'likely_ai', 'ai']);
  });

  it('counts only what surely is AI where the text as a whole is not judged AI', () => {
    const share = (chance: number) => decide({ chance, aiShare: 0.8, sureAiShare: 0.1 }).ai_share;
    assert.deepEqual([0.1, 0.3, 0.5, 0.8, 0.95].map(share), [0.1, 0.1, 0.1, 0.8, 0.8]);
  });

  it('is uncertain below 80 words, whatever the score', () => {
    const { key, guards, confidence } = decide({ words: 79 });
    assert.deepEqual(
      { key, guards, confidence },
      { key: 'uncertain', guards: ['short_text'], confidence: 'low' },
    );
    assert.equal(decide({ words: 79, chance: 0.01 }).key, 'uncertain');
  });

  it('is never the strongest below 150 words', () => {
    assert.equal(decide({ words: 149 }).key, 'likely_ai');
    assert.deepEqual(decide({ words: 150 }).guards, []);
  });

  it('is the strongest only when wording and style agree', () => {
    const { key, guards } = decide({ signals: { wording: 0.99, style: 0.3 } });
    assert.deepEqual({ key, guards }, { key: 'likely_ai', guards: ['single_detector'] });
  });

  it('is uncertain in a language without a detector, and says almost nothing', () => {
    const { key, guards, p_ai } = decide(doubt('unsupported_language'));
    assert.deepEqual({ key, guards }, { key: 'uncertain', guards: ['unsupported_language'] });
    assert.ok(Math.abs(p_ai - 0.5) < 0.06);
  });

  it('never accuses a second-language writer', () => {
    const { key, guards, p_ai } = decide(doubt('non_native'));
    assert.deepEqual({ key, guards }, { key: 'uncertain', guards: ['non_native'] });
    assert.ok(p_ai < sure.chance);
  });

  it('steps back once for text that is not one writer’s running prose', () => {
    for (const guard of ['quoted_text', 'template_text', 'out_of_distribution'] as const) {
      assert.equal(decide(doubt(guard)).key, 'likely_ai');
      assert.equal(decide({ ...doubt(guard), chance: 0.8 }).key, 'uncertain');
      assert.deepEqual(decide({ ...doubt(guard), chance: 0.1 }).guards, []);
    }
  });

  it('is mixed when long passages of both kinds stand side by side', () => {
    const { key, guards } = decide({ hasBothKinds: true, aiShare: 0.5 });
    assert.deepEqual({ key, guards }, { key: 'mixed', guards: ['mixed_document'] });
  });

  it('is forensics on hard evidence, short or not', () => {
    const verdict = decide({ hardEvidence: true, words: 5, chance: 0.1 });
    assert.equal(verdict.key, 'forensics');
    assert.equal(verdict.hard_evidence, true);
    assert.ok(decide({ hardEvidence: true, declaredAi: true, chance: 0.1 }).p_ai > 0.9);
  });

  it('is labelled in the language asked for', () => {
    assert.equal(decideVerdict(sure, thresholds, 'de').label, 'KI-generiert');
  });

  it('never has high confidence under a guard, and never names a guard twice', () => {
    const guards: GuardId[] = [
      'unsupported_language',
      'non_native',
      'quoted_text',
      'template_text',
      'out_of_distribution',
    ];
    fc.assert(
      fc.property(
        fc.record({
          chance: fc.double({ min: 0, max: 1, noNaN: true }),
          words: fc.integer({ min: 0, max: 500 }),
          hasBothKinds: fc.boolean(),
          hardEvidence: fc.boolean(),
          doubts: fc.uniqueArray(fc.constantFrom(...guards)).map((list) => new Set(list)),
        }),
        (changes) => {
          const verdict = decide(changes);
          if (verdict.guards.length > 0) assert.notEqual(verdict.confidence, 'high');
          assert.equal(new Set(verdict.guards).size, verdict.guards.length);
          assert.ok(verdict.p_ai >= 0 && verdict.p_ai <= 1);
        },
      ),
    );
  });
});
