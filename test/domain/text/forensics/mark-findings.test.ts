import assert from 'node:assert/strict';
import type { Finding } from '../../../../domain/checks/report.ts';
import { analyseForensics } from '../../../../domain/text/forensics/analyse-forensics.ts';
import { asBits, asSelectors, asTags } from '../normalise/payload-builders.ts';

const prose =
  'It was the best of times, it was the worst of times, it was the age of wisdom, it was the age of foolishness. ';

const finding = (submitted: string, id: string): Finding | undefined =>
  analyseForensics(submitted).findings.find((candidate) => candidate.id === id);

/** id, submitted text, severity, hard, count */
type Row = readonly [id: string, submitted: string, severity: string, hard: boolean, count: number];

const rows: readonly Row[] = [
  ['stego.tag_characters', `Hi${asTags('secret')}`, 'critical', true, 6],
  ['stego.variation_selectors', `Hi${asSelectors([104, 105])}`, 'critical', true, 2],
  [
    'stego.zero_width_payload',
    `Hi${asBits('Hey', { zero: '\u200B', one: '\u200C', width: 8 })}`,
    'critical',
    true,
    24,
  ],
  ['invisible.zero_width', `${prose}wo\u200Brd`, 'low', false, 1],
  ['invisible.zero_width', `${prose.repeat(6)}a \u200Bb \u200Bc \u200Bd`, 'medium', false, 3],
  ['invisible.zero_width', `${prose}w\u200Bo\u200Brd a\u200Bnd a\u200Bll`, 'high', true, 4],
  ['invisible.zero_width', `One \u200Btwo \u200Bthree \u200Bfour.`, 'high', true, 3],
  ['invisible.zero_width', `${'\u200B\nA line of text.\u200B\n'.repeat(4)}`, 'medium', false, 8],
  ['invisible.format', 'a\u206Ab', 'medium', false, 1],
  ['invisible.math_operator', 'a\u2062b', 'medium', false, 1],
  ['invisible.filler', 'a\u3164b', 'medium', false, 1],
  ['invisible.variation_selector', 'a\uFE0Fb', 'medium', false, 1],
  ['invisible.soft_hyphen', 'a\u00ADb', 'info', false, 1],
  ['invisible.private_use', 'a \uE777 b', 'info', false, 1],
  ['invisible.private_use', 'a\uE200cite\uE202turn0search1\uE201', 'high', false, 3],
  ['invisible.flag_sequence', `\u{1F3F4}${asTags('usca')}\u{E007F}`, 'info', false, 1],
  ['bidi.override', 'invoice\u202Efdp.exe', 'high', true, 1],
  ['bidi.override', 'a\u202E b\u202C שלום', 'high', false, 1],
  ['bidi.override', 'nothing follows \u202E', 'high', false, 1],
  ['bidi.control', 'a\u2066b\u2069', 'medium', false, 2],
  ['bidi.mark', 'a\u200E b', 'info', false, 1],
  ['space.nbsp_dense', 'a\u00A0b\u00A0c\u00A0d\u00A0e\u00A0f', 'low', false, 5],
  ['space.exotic', 'a\u2003b', 'low', false, 1],
  ['space.nnbsp_unexpected', 'one\u202Ftwo', 'medium', false, 1],
  ['space.nnbsp_locale', 'Quoi\u202F?', 'info', false, 1],
  ['homoglyph.mixed_script_word', 'the p\u0430st', 'high', false, 1],
  ['homoglyph.mixed_script_word', 'the p\u0430st and pr\u0435sent', 'high', true, 2],
  ['homoglyph.mixed_script_word', 'b\u0430n\u0430n\u0430', 'high', true, 1],
  ['homoglyph.whole_script_word', `${prose}\u0440\u0435\u0430\u0441\u0435`, 'medium', false, 1],
  ['homoglyph.math_alphanumeric', 'let 𝑥 be a number', 'low', false, 1],
  ['homoglyph.math_alphanumeric', 'a 𝐛𝐨𝐥𝐝 word in a line', 'medium', false, 4],
  ['homoglyph.math_alphanumeric', '𝐛𝐨𝐥𝐝 𝐰𝐨𝐫𝐝 here', 'medium', true, 8],
  ['homoglyph.fullwidth', 'ｗｏｒｄ', 'low', false, 4],
  ['homoglyph.enclosed', 'ⓦⓞⓡⓓ', 'low', false, 4],
  ['homoglyph.small_caps', 'ᴡᴏʀᴅ', 'low', false, 4],
  ['homoglyph.compat_letter', 'of\uFB01ce', 'low', false, 1],
  ['homoglyph.latin_variant', 'ɡreat', 'low', false, 1],
  ['combining.stacked', 'x\u0301\u0302\u0303\u0304', 'medium', false, 2],
  ['combining.overlay', 'n\u0336o\u0336', 'medium', false, 2],
  ['combining.orphan', 'the accent \u0301 alone', 'low', false, 1],
  ['control.c0', 'a\u0007b', 'low', false, 1],
  ['control.c1', 'a\u0090b', 'low', false, 1],
  ['control.noncharacter', 'a\uFFFEb', 'low', false, 1],
];

describe('findings on marks', () => {
  for (const [id, submitted, severity, hard, count] of rows) {
    it(`report ${id} as ${severity}${hard ? ', hard' : ''}, ${count}`, () => {
      const found = finding(submitted, id);
      assert.ok(found !== undefined, 'no such finding');
      assert.deepEqual([found.severity, found.hard, found.count], [severity, hard, count]);
      assert.ok(found.benign_explanation.length > 20);
      assert.ok(found.evidence.positions.length > 0);
    });
  }

  it('point into the report text and into the submitted text', () => {
    const found = finding('ab\u200Bcd', 'invisible.zero_width');
    assert.deepEqual(found?.evidence.positions, [{ start: 2, end: 2 }]);
    assert.deepEqual(found?.evidence.original_positions, [{ start: 2, end: 3 }]);
    assert.deepEqual(found?.evidence.codepoints, ['U+200B']);
    assert.equal(found?.evidence.sample, 'ab⟨U+200B⟩cd');
  });

  it('point at the word that had look-alike letters', () => {
    const { text, findings } = analyseForensics('\u200Bthe p\u0430st');
    const [span] =
      findings.find(({ id }) => id === 'homoglyph.mixed_script_word')?.evidence.positions ?? [];
    assert.equal(text.slice(span?.start, span?.end), 'past');
  });

  it('list at most 50 positions and count all', () => {
    const found = finding('w\u200Bw '.repeat(80), 'invisible.zero_width');
    assert.equal(found?.count, 80);
    assert.equal(found?.evidence.positions.length, 50);
    assert.equal(found?.evidence.original_positions?.length, 50);
  });

  it('join bytes that were spread over a text', () => {
    const submitted = Array.from('hello', (letter) =>
      `x\u{E0100}`.replace('\u{E0100}', asSelectors([letter.charCodeAt(0)])),
    ).join('');
    assert.equal(finding(submitted, 'stego.variation_selectors')?.evidence.decoded, 'hello');
  });

  it('read a zero-width code that is spread over the spaces of a text', () => {
    const bits = asBits('Owl', { zero: '\u200B', one: '\u200D', width: 8 });
    const submitted = Array.from(bits, (bit) => `word ${bit}`).join('');
    const found = finding(submitted, 'stego.zero_width_payload');
    assert.equal(found?.evidence.decoded, 'Owl');
    assert.equal(analyseForensics('wo\u200Brd '.repeat(60)).findings.length, 1);
  });

  it('are empty for plain text, typographic quotes and dashes', () => {
    assert.deepEqual(analyseForensics(`${prose}“Quoted” — and so on…`).findings, []);
  });

  it('leave a few no-break spaces and sloppy Persian joiners unmentioned', () => {
    assert.deepEqual(analyseForensics(`${prose}Dr.\u00A0No met Mr.\u00A0X`).findings, []);
    assert.deepEqual(analyseForensics('می\u200C\u200Cشود و کتاب\u200C خوب').findings, []);
  });

  it('come with the gravest first', () => {
    const ids = analyseForensics(`a\u00ADb${asTags('x')}`).findings.map(({ id }) => id);
    assert.deepEqual(ids, ['stego.tag_characters', 'invisible.soft_hyphen']);
  });
});
