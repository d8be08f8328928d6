import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exclusions } from '../../../../domain/text/plagiarism/exclusions.ts';
import { quotations } from '../../../../domain/text/plagiarism/quotations.ts';
import { referenceList } from '../../../../domain/text/plagiarism/reference-list.ts';

const quoted = (text: string): string[] =>
  quotations(text).map(({ start, end }) => text.slice(start, end));

describe('quotations', () => {
  it('are found in the marks of six languages', () => {
    for (const quote of [
      '"four score and seven years ago"',
      '“four score and seven years ago”',
      '„vor viermal zwanzig und sieben Jahren“',
      '« il y a quatre-vingt-sept ans déjà »',
      '»vor viermal zwanzig und sieben Jahren«',
      '«ottantasette anni or sono i nostri padri»',
    ]) {
      assert.deepEqual(quoted(`He said ${quote} and left.`), [quote]);
    }
  });

  it('are not single terms, nor whole texts, nor marks that never close', () => {
    assert.deepEqual(quoted('The so-called "new order" failed.'), []);
    assert.deepEqual(quoted(`"${'word '.repeat(201)}"`), []);
    assert.deepEqual(quoted('He said "this never ends in this paragraph'), []);
    assert.deepEqual(quoted('A 5" pipe runs along the wall here.\n\nA 6" pipe runs below.'), []);
  });

  it('are lines that begin with a pointed bracket', () => {
    const block = '> four score and seven years ago\n> our fathers brought forth';
    assert.deepEqual(quoted(`He said:\n\n${block}\n\nThen he left.`), [block]);
  });
});

describe('the reference list', () => {
  const entries =
    'Dickens, C. (1859). A Tale of Two Cities.\nAusten, J. (1813). Pride and Prejudice.';

  it('is found under a heading in each language, with the heading', () => {
    for (const heading of [
      'References',
      '## Bibliography',
      '7. Literaturverzeichnis',
      'Références :',
      'Bibliografía',
      'Referências bibliográficas',
      'RIFERIMENTI BIBLIOGRAFICI',
    ]) {
      const text = `Some prose.\n\n${heading}\n\n${entries}`;
      const found = referenceList(text);
      assert.equal(text.slice(found?.start, found?.end), `${heading}\n\n${entries}`);
    }
  });

  it('ends where entries end', () => {
    const after = ['Appendix', 'One more thought.', 'And another.', 'And the last.'].join('\n');
    const found = referenceList(`References\n${entries}\n${after}`);
    assert.equal(found?.end, `References\n${entries}`.length);
  });

  it('is not a heading without entries, nor a sentence with the word', () => {
    assert.equal(referenceList('References\n\nWe refer to nobody.\n\nNot at all.'), null);
    assert.equal(referenceList(`The references of 1859 are lost.\n${entries}`), null);
  });
});

describe('exclusions', () => {
  it('ascend, do not overlap and lie inside any text', () => {
    const part = fc.oneof(
      fc.constantFrom('"', '“', '”', '\n', '> ', 'References\n', '1999 ', ' a b c d e '),
      fc.string({ unit: 'binary', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        let reached = 0;
        for (const { start, end } of exclusions(text)) {
          assert.ok(start >= reached && end > start && end <= text.length);
          reached = end;
        }
      }),
      { numRuns: 500 },
    );
  });
});
