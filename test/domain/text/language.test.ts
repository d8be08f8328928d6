import assert from 'node:assert/strict';
import fc from 'fast-check';
import { languageSamples, languageSection, languageVote } from '../../../domain/text/language.ts';

describe('language samples', () => {
  it('cover a short text whole', () => {
    const text = 'Noch ein Satz. '.repeat(100);
    const samples = languageSamples(text);
    assert.equal(samples.map(({ start, end }) => text.slice(start, end)).join(''), text);
  });

  it('stay few however long the text is, and reach its end', () => {
    const text = 'Noch ein Satz. '.repeat(26_000);
    const samples = languageSamples(text);
    assert.ok(samples.length <= 60);
    assert.ok((samples.at(-1)?.end ?? 0) > text.length * 0.9);
    assert.ok(
      samples.every(({ start, end }) => end > start && end - start <= 400 && end <= text.length),
    );
  });
});

describe('language vote', () => {
  it('is for the best score', () => {
    const vote = languageVote('Die Katze schläft auf dem Sofa.', { de: 0.8, nl: 0.6, en: 0.3 });
    assert.equal(vote.code, 'de');
    assert.ok(vote.confidence > 0.95);
    assert.equal(vote.letters, 25);
  });

  it('prefers a served language between equals on a short sample', () => {
    assert.equal(languageVote('una casa de la', { ca: 0.7, es: 0.7 }).code, 'es');
  });

  it('does not push a clearly better language aside', () => {
    assert.equal(languageVote('El gat dorm', { ca: 0.8, es: 0.5 }).code, 'ca');
  });

  it('is for none without letters or scores', () => {
    assert.equal(languageVote('123 456', { en: 0.5 }).code, null);
    assert.equal(languageVote('xyzzy plugh', {}).code, null);
  });
});

describe('language section', () => {
  const vote = (code: string | null, letters: number) => ({ code, letters, confidence: 0.9 });

  it('names the language of most letters', () => {
    assert.deepEqual(languageSection([vote('de', 300), vote('de', 200), vote('en', 100)]), {
      code: 'de',
      name: 'German',
      confidence: 0.75,
      supported: { ai: true, grammar: true },
    });
  });

  it('names none when two languages share the text', () => {
    const section = languageSection([vote('de', 300), vote('en', 300)]);
    assert.equal(section.code, null);
    assert.equal(section.name, null);
    assert.deepEqual(section.supported, { ai: false, grammar: false });
  });

  it('supports no check in a language that is not served', () => {
    const section = languageSection([vote('ja', 300)]);
    assert.equal(section.name, 'Japanese');
    assert.deepEqual(section.supported, { ai: false, grammar: false });
  });

  it('has no confidence without letters', () => {
    assert.equal(languageSection([]).confidence, 0);
    assert.equal(languageSection([vote(null, 0)]).confidence, 0);
    assert.equal(languageSection([vote('de', 0)]).code, null);
    assert.equal(languageSection([vote('de', 0)]).confidence, 0);
  });

  it('keeps its confidence between 0 and 1', () => {
    const anyVote = fc.record({
      code: fc.constantFrom('de', 'en', 'xx', null),
      letters: fc.nat(400),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(anyVote), (votes) => {
        const { confidence } = languageSection(votes);
        assert.ok(confidence >= 0 && confidence <= 1);
      }),
    );
  });
});
