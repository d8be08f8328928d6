import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { TypographySection } from '../../../domain/checks/report.ts';
import { typography } from '../../../domain/text/typography.ts';

const of = (text: string, submitted = text): TypographySection =>
  typography({ text, submitted, words: 100 });

describe('typography', () => {
  it('tells the kinds of dashes apart', () => {
    const figures = of('One—two – three - four -- five well-known 1–2');
    assert.equal(figures.em_dashes, 1);
    assert.equal(figures.en_dashes, 2);
    assert.equal(figures.en_dashes_spaced, 1);
    assert.equal(figures.hyphens_as_dash, 1);
    assert.equal(figures.double_hyphens, 1);
    assert.equal(figures.em_dashes_per_1000_words, 10);
    assert.equal(of('One — two — three').dash_style, 'em_dash');
    assert.equal(of('none').dash_style, null);
  });

  it('sees straight, typographic and mixed quotation marks', () => {
    assert.equal(of('"a"').double_quotes, 'straight');
    assert.equal(of('“a”').double_quotes, 'typographic');
    assert.equal(of('„a“ "b"').double_quotes, 'mixed');
    assert.equal(of("don't").apostrophes, 'straight');
    assert.equal(of("don’t can't").apostrophes, 'mixed');
    assert.equal(of('wait… no...').ellipses, 'mixed');
    assert.equal(of('a').double_quotes, 'none');
  });

  it('counts special spaces in the text as submitted', () => {
    const { spaces } = of('a b c  d. E', 'a\u00a0b\u202fc  d.  E\t \nx');
    assert.deepEqual(spaces, {
      no_break: 1,
      narrow_no_break: 1,
      other_widths: 0,
      tabs: 1,
      double_after_sentence: 1,
      double_elsewhere: 1,
      at_line_end: 1,
    });
  });

  it('sees the layout of Markdown', () => {
    const text =
      '# Title\n\n- one\n* two\n1. three\n> quote\n| a | b |\n```\n---\n**Bold** text [x](http://y)';
    assert.deepEqual(of(text).layout, {
      markdown_headings: 1,
      bullet_items: 2,
      numbered_items: 1,
      quoted_lines: 1,
      table_rows: 1,
      code_fences: 1,
      rules: 1,
      bold_leads: 1,
      lines: 9,
      list_share: 0.3333,
      bold_marks: 1,
      links: 2,
    });
  });

  it('counts an emoji family, a flag and a skin tone as one emoji each, and no letters or digits', () => {
    assert.equal(of('👨‍👩‍👧‍👦 🇩🇪 👍🏽 ❤️').emoji, 4);
    assert.equal(of('1 # * © ™ a').emoji, 0);
  });

  it('never throws, on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(typeof of(text).em_dashes, 'number');
      }),
    );
  });
});
