import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactReport } from '../../../domain/checks/compact-report.ts';
import type { Report } from '../../../domain/checks/report.ts';
import { reportSchema } from '../../../interfaces/http/rest/report-schemas.ts';
import { fullReport } from '../../support/full-report.ts';

const maxBytes = 8 * 1024;
const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('a compact report', () => {
  it('keeps every section of the report', () => {
    const report = fullReport('A sentence of words. '.repeat(400));
    const compact = compactReport(report);
    assert.deepEqual(
      Object.keys(report).filter((section) => !(section in compact)),
      [],
    );
    assert.ok(reportSchema.safeParse(compact).success);
    assert.deepEqual(compact.verdict, report.verdict);
    assert.deepEqual(compact.credits, report.credits);
    assert.equal(compact.notice, report.notice);
  });

  it('says how much there is in full', () => {
    const report = fullReport('A sentence of words. '.repeat(400));
    const { totals } = compactReport(report);
    assert.equal(totals.text_units, report.text.length);
    assert.equal(totals.sentences, report.sentences.length);
    assert.equal(totals.edits, report.corrections?.edits.length);
    assert.equal(totals.spans, report.plagiarism?.spans.length);
  });

  it('gives the items that tell most, the strongest first, with their words', () => {
    const report = fullReport('A sentence of words. '.repeat(80));
    const { sentences, evidence, corrections, findings } = compactReport(report);
    const strongest = Math.max(...report.sentences.map(({ p_ai }) => p_ai));
    assert.equal(sentences[0]?.p_ai, strongest);
    for (const { start, end, quote } of sentences) {
      assert.equal(report.text.slice(start, end), quote);
    }
    const weights = evidence.map(({ weight }) => Math.abs(weight));
    assert.deepEqual(
      weights,
      weights.toSorted((one, other) => other - one),
    );
    assert.equal(corrections?.edits[0]?.type, 'spelling');
    assert.equal(findings[0]?.hard, true);
  });

  it('keeps null where nothing ran', () => {
    const report: Report = {
      ...fullReport('Hello.'),
      verdict: null,
      review: null,
      corrections: null,
      plagiarism: null,
    };
    const compact = compactReport(report);
    assert.equal(compact.verdict, null);
    assert.equal(compact.review, null);
    assert.equal(compact.corrections, null);
    assert.equal(compact.plagiarism, null);
  });

  it('stays under 8 kB whatever the text is written in, and cuts no character in two', () => {
    const texts = fc.array(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(texts, (parts) => {
        const compact = compactReport(fullReport(parts.join(' ')));
        assert.ok(bytes(compact) < maxBytes, `${bytes(compact)} bytes`);
        assert.doesNotMatch(JSON.stringify(compact), /\\ud[89a-f]/);
      }),
      { numRuns: 60 },
    );
    for (const unit of ['\u{1f600}', '漢', '\u0001', '"', 'a', 'я']) {
      assert.ok(bytes(compactReport(fullReport(unit.repeat(12_000)))) < maxBytes, unit);
    }
  });
});
