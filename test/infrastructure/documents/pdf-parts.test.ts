import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isoDate, isoDateOfPdf } from '../../../infrastructure/documents/iso-date.ts';
import { composeDrawnAccents } from '../../../infrastructure/documents/pdf/drawn-accents.ts';
import { type PageItem, pageLines } from '../../../infrastructure/documents/pdf/page-lines.ts';
import { blocksInReadingOrder } from '../../../infrastructure/documents/pdf/reading-order.ts';

describe('accents drawn over letters', () => {
  it('become the letters that a reader sees', () => {
    assert.equal(
      composeDrawnAccents(
        'c\u00b4omo, espec\u00b4\u0131fica, Espa\u02dcnola, \u00a8uber, franc\u00b8ais',
      ),
      'cómo, específica, Española, über, français',
    );
  });

  it('include the grave only where it comes again and again', () => {
    assert.equal(composeDrawnAccents('citt`a, verit`a, pi`u'), 'città, verità, più');
    assert.equal(composeDrawnAccents('run `echo` twice'), 'run `echo` twice');
  });

  it('leave text alone that has none', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!/[\u00a8\u00af\u00b4\u00b8\u02c6-\u02dd`]/.test(text));
        assert.equal(composeDrawnAccents(text), text);
      }),
    );
  });
});

describe('the dates of a PDF', () => {
  it('are instants in UTC whatever is left out', () => {
    assert.equal(isoDateOfPdf("D:20240301120000+02'00'"), '2024-03-01T10:00:00.000Z');
    assert.equal(isoDateOfPdf('D:20240301120000-0530'), '2024-03-01T17:30:00.000Z');
    assert.equal(isoDateOfPdf('D:2024'), '2024-01-01T00:00:00.000Z');
    assert.equal(isoDateOfPdf('20240301'), '2024-03-01T00:00:00.000Z');
  });

  it('are null when they are none', () => {
    for (const value of ['', 'yesterday', 'D:20249901', 7, null, undefined]) {
      assert.equal(isoDateOfPdf(value), null);
    }
    assert.equal(isoDate('2024-13-45'), null);
    fc.assert(fc.property(fc.string(), (text) => void [isoDateOfPdf(text), isoDate(text)]));
  });
});

describe('the lines and blocks of a page', () => {
  const item: fc.Arbitrary<PageItem> = fc
    .record({
      text: fc.string({ minLength: 1, maxLength: 5 }),
      x0: fc.integer({ min: 0, max: 600 }),
      width: fc.integer({ min: 0, max: 300 }),
      baseline: fc.integer({ min: 0, max: 800 }),
      size: fc.integer({ min: 1, max: 40 }),
      rightToLeft: fc.boolean(),
    })
    .map(({ width, ...placed }) => ({ ...placed, x1: placed.x0 + width }));

  it('lose no piece of text and double none', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const parts = blocksInReadingOrder(pageLines(items)).flatMap((block) =>
          block.lines.flatMap((line) => line.parts),
        );
        assert.equal(parts.length, items.length);
        assert.deepEqual(new Set(parts), new Set(items));
      }),
    );
  });
});
