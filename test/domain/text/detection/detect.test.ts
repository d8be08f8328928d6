import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { DetectionSections, Finding } from '../../../../domain/checks/report.ts';
import { detect } from '../../../../domain/text/detection/detect.ts';
import { sentences } from '../../../../domain/text/sentences.ts';
import { machineText, personText, repeated, sampleModel } from './sample-model.ts';

const model = sampleModel();

interface Options {
  readonly language?: string | null;
  readonly deep?: boolean;
  readonly findings?: readonly Finding[];
}

function check(
  text: string,
  { language = 'en', deep = false, findings = [] }: Options = {},
): DetectionSections {
  const base = { text, findings, provenance: { declared: null, marks: [] } };
  return detect({ base, sentences: sentences(text, language), language, deep, model });
}

const machine = repeated(machineText, 8);
const person = repeated(personText, 8);

describe('AI detection', () => {
  it('tells an assistant from a person', () => {
    assert.ok(check(machine).verdict.p_ai > 0.7);
    assert.ok(check(person).verdict.p_ai < 0.3);
    assert.equal(check(machine).verdict.ai_share, 1);
    assert.equal(check(person).verdict.ai_share, 0);
  });

  it('finds both writers in one text', () => {
    const { verdict } = check(`${person} ${machine}`);
    // The sample repeats its sentences, so the guard against templates takes the verdict one step back.
    assert.deepEqual(verdict.guards, ['mixed_document', 'template_text']);
    assert.ok(verdict.ai_share > 0.4 && verdict.ai_share < 0.8);
  });

  it('gives one score a sentence, in order', () => {
    const scored = check(person).sentences;
    assert.deepEqual(
      scored.map(({ start, end }) => ({ start, end })),
      sentences(person, 'en'),
    );
  });

  it('quotes in review and evidence what stands in the text', () => {
    for (const deep of [false, true]) {
      const { review, evidence } = check(`${machine} ${person}`, { deep });
      const text = `${machine} ${person}`;
      assert.ok(review.indicators.length > 0);
      for (const { quote, start, end } of review.indicators)
        assert.equal(text.slice(start, end), quote);
      const phrases = evidence.filter(({ id }) => id.startsWith('phrase.'));
      assert.ok(phrases.length > 0);
      for (const { start = -1, end = -1 } of phrases)
        assert.ok(start >= 0 && end <= text.length && start < end);
    }
  });

  it('reads deeper when asked to', () => {
    const text = `${person} ${machine}`;
    const standard = check(text).review;
    const deep = check(text, { deep: true }).review;
    assert.deepEqual([standard.depth, deep.depth], ['standard', 'deep']);
    assert.ok(deep.indicators.length > standard.indicators.length);
    assert.ok(deep.indicators.some(({ reason }) => reason.startsWith('From here on')));
  });

  it('stays uncertain in other languages and without one', () => {
    for (const language of ['nl', 'ja', null]) {
      const { verdict } = check(machine, { language });
      assert.deepEqual([verdict.key, verdict.guards], ['uncertain', ['unsupported_language']]);
    }
  });

  it('lets hard evidence decide', () => {
    const finding: Finding = {
      id: 'artefact.reasoning_tag',
      severity: 'critical',
      title: 'Reasoning tag',
      description: 'Left behind by a chat.',
      hard: true,
      count: 1,
      evidence: { positions: [] },
      benign_explanation: '',
    };
    const { verdict } = check(person, { findings: [finding] });
    assert.deepEqual([verdict.key, verdict.hard_evidence], ['forensics', true]);
    assert.ok(verdict.p_ai > 0.9 && verdict.p_ai_own < 0.5);
  });

  it('answers for any text with numbers in range and spans inside it', () => {
    const ugly = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.lorem({ maxCount: 120 }),
      fc.constantFrom('', ' ', '.', '\n\n', '\ud800', '🙂'.repeat(50), '1 2 3 4', '“„«"'),
    );
    fc.assert(
      fc.property(ugly, fc.boolean(), (text, deep) => {
        const { verdict, sentences: scored, evidence } = check(text, { deep });
        for (const value of [verdict.p_ai, verdict.p_ai_own, verdict.ai_share])
          assert.ok(value >= 0 && value <= 1);
        for (const { start, end, p_ai } of scored)
          assert.ok(start < end && end <= text.length && p_ai >= 0 && p_ai <= 1);
        for (const { weight } of evidence) assert.ok(Number.isFinite(weight));
      }),
    );
  });

  it('needs time in proportion to the length, whatever the text is made of', () => {
    const texts = [
      'a'.repeat(400_000),
      'a '.repeat(200_000),
      'Yes. '.repeat(80_000),
      '"'.repeat(400_000),
      '> “„«[A'.repeat(57_000),
      'because '.repeat(50_000),
      machine.repeat(250).slice(0, 400_000),
    ];
    for (const text of texts) {
      const started = performance.now();
      check(text);
      const seconds = (performance.now() - started) / 1000;
      assert.ok(seconds < 10, `${text.slice(0, 12)}… took ${seconds.toFixed(1)} s`);
    }
  }).timeout(60_000);
});
