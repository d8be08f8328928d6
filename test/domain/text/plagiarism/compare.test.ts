import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlagiarismSection } from '../../../../domain/checks/report.ts';
import { compare } from '../../../../domain/text/plagiarism/compare.ts';
import type { LibraryText } from '../../../../domain/text/plagiarism/fingerprint.ts';
import { fingerprints } from '../../../../domain/text/plagiarism/fingerprints.ts';
import { countWords } from '../../../../domain/text/words.ts';
import { austen, dickens, lincoln, ownWords } from './passages-of-prose.ts';

const key = Uint8Array.from({ length: 16 }, (_, index) => index * 3);

function stored(id: string, text: string): LibraryText {
  return { id, title: `Text ${id}`, url: null, fingerprints: fingerprints({ text, key }) };
}

function check(text: string, ...sources: readonly string[]): PlagiarismSection {
  const candidates = sources.map((source, at) => stored(`t${at}`, source));
  return compare({ text, fingerprints: fingerprints({ text, key }), candidates });
}

describe('comparing a submission with stored texts', () => {
  it('finds nothing without candidates, and nothing in unrelated ones', () => {
    const nothing = { similarity: 0, sources: [], spans: [] };
    assert.deepEqual(check(dickens), nothing);
    assert.deepEqual(check(dickens, austen, ownWords), nothing);
    assert.deepEqual(check('', dickens), nothing);
  });

  it('finds a whole copy', () => {
    const { similarity, sources, spans } = check(lincoln, lincoln);
    assert.ok(similarity > 0.95, `similarity ${similarity}`);
    assert.equal(sources.length, 1);
    assert.equal(spans.length, 1);
    assert.equal(spans[0]?.kind, 'verbatim');
    assert.equal(spans[0]?.excluded, null);
  });

  it('marks the copied paragraph and no other, in both texts', () => {
    const text = `${ownWords}\n\n${lincoln}`;
    const source = `${austen}\n\n${lincoln}\n\n${dickens}`;
    const { spans, similarity } = check(text, source);
    assert.equal(spans.length, 1);
    const [span] = spans;
    assert.ok(span && span.start >= text.indexOf(lincoln));
    assert.ok(lincoln.includes(text.slice(span.start, span.end)));
    assert.ok(lincoln.includes(source.slice(span.source_start, span.source_end)));
    const expected = countWords(lincoln) / countWords(text);
    assert.ok(Math.abs(similarity - expected) < 0.05, `similarity ${similarity}`);
  });

  it('calls an edited copy near and a rewritten one a paraphrase', () => {
    const edited = lincoln
      .replace('great civil war', 'terrible civil war')
      .replace('a portion of that field', 'some part of that field')
      .replace('might live', 'could survive');
    assert.equal(check(edited, lincoln).spans[0]?.kind, 'near');
    const rewritten =
      'A great civil war now engages us and tests if a nation conceived and dedicated like ours can endure for long. ' +
      'On a great battlefield of the war we meet, and a portion of the field we dedicate as the final resting place ' +
      'of people whose lives were given here so the nation lives.';
    assert.equal(check(rewritten, lincoln).spans[0]?.kind, 'paraphrase');
  });

  it('counts a word once however many sources hold it', () => {
    const { similarity, sources } = check(lincoln, lincoln, lincoln);
    assert.equal(sources.length, 2);
    assert.ok(similarity <= 1);
    assert.ok(sources.every((source) => source.coverage === similarity));
  });

  it('lists the source with most matched words first', () => {
    const text = `${dickens}\n\n${lincoln}`;
    const { sources } = check(text, lincoln, `${dickens} ${lincoln}`);
    assert.deepEqual(
      sources.map((source) => source.id),
      ['t1', 't0'],
    );
  });

  it('splits two copied paragraphs with own words between them', () => {
    const text = `${lincoln}\n\n${ownWords}\n\n${ownWords.toUpperCase()}\n\n${dickens}`;
    const { spans } = check(text, `${lincoln}\n\n${austen}\n\n${austen}\n\n${dickens}`);
    assert.equal(spans.length, 2);
  });

  it('finds every copy of a sentence that is pasted again and again', () => {
    const text = `${austen} `.repeat(12);
    const { similarity } = check(text, `${ownWords} ${austen} ${dickens}`);
    assert.ok(similarity > 0.9, `similarity ${similarity}`);
  });

  it('leaves out texts of another fingerprint version', () => {
    const old = stored('old', lincoln);
    const candidates = [{ ...old, fingerprints: { ...old.fingerprints, version: 0 } }];
    const submitted = fingerprints({ text: lincoln, key });
    assert.equal(compare({ text: lincoln, fingerprints: submitted, candidates }).spans.length, 0);
  });

  it('covers every unedited run of eighteen words, whatever stands around it', () => {
    const word = (first: string) =>
      fc.stringMatching(/^[a-z]{3,8}$/).map((rest) => `${first}${rest}`);
    const words = (first: string, least: number, most: number) =>
      fc.array(fc.oneof(word(first), fc.constantFrom('the', 'and', 'with', 'from')), {
        minLength: least,
        maxLength: most,
      });
    fc.assert(
      fc.property(
        words('r', 18, 60),
        words('a', 0, 80),
        words('b', 0, 80),
        words('c', 0, 80),
        (run, before, after, elsewhere) => {
          const copied = run.join(' ');
          const lead = `${before.join(' ')}. `;
          const text = `${lead}${copied}. ${after.join(' ')}`;
          const { spans } = check(text, `${elsewhere.join(' ')}. ${copied}`);
          const covered = spans.reduce((sum, span) => {
            const start = Math.max(span.start, lead.length);
            const end = Math.min(span.end, lead.length + copied.length);
            return sum + (end > start ? countWords(text.slice(start, end)) : 0);
          }, 0);
          // Winnowing may leave three words open at either end.
          assert.ok(covered >= run.length - 6, `${covered} of ${run.length}`);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('gives spans inside the text and shares between 0 and 1 for any two texts', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 300 });
    fc.assert(
      fc.property(any, any, any, (one, other, both) => {
        const text = `${one} ${both} ${both}`;
        const { similarity, sources, spans } = check(text, `${both} ${other}`);
        assert.ok(similarity >= 0 && similarity <= 1);
        assert.ok(sources.every(({ coverage }) => coverage >= 0 && coverage <= 1));
        assert.ok(spans.every(({ start, end }) => start >= 0 && start < end && end <= text.length));
      }),
    );
  });
});

describe('matches that do not count', () => {
  it('are those in quotation marks', () => {
    const text = `${ownWords} As Lincoln said, “${lincoln}” ${ownWords}`;
    const { similarity, sources, spans } = check(text, lincoln);
    assert.equal(similarity, 0);
    assert.equal(sources[0]?.matched_words, 0);
    assert.ok(spans.length > 0 && spans.every((span) => span.excluded === 'quote'));
  });

  it('are those in the reference list', () => {
    const list =
      'References\n\nDickens, C. (1859). A Tale of Two Cities. London: Chapman and Hall, pp. 1-3.\n' +
      'Austen, J. (1813). Pride and Prejudice, a novel in three volumes. London: Egerton, Whitehall.\n';
    const { similarity, spans } = check(`${ownWords}\n\n${list}`, `${dickens}\n\n${list}`);
    assert.equal(similarity, 0);
    assert.ok(spans.length > 0 && spans.every((span) => span.excluded === 'reference'));
  });

  it('are cut out of a longer match', () => {
    const text = `${austen} He added: "${lincoln}" ${dickens}`;
    const { spans, similarity } = check(text, text);
    assert.deepEqual(
      spans.map((span) => span.excluded),
      [null, 'quote', null],
    );
    assert.ok(similarity > 0.5 && similarity < 0.75, `similarity ${similarity}`);
  });
});
