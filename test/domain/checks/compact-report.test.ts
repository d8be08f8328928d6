import assert from 'node:assert/strict';
import fc from 'fast-check';
import { compactReport } from '../../../domain/checks/compact-report.ts';
import type { Report } from '../../../domain/checks/report.ts';
import { reportSchema } from '../../../interfaces/http/rest/report-schemas.ts';
import { fullReport } from '../../support/full-report.ts';

const maxBytes = 8 * 1024;
/** An answer holds it as an object and as text. */
const bytes = (value: unknown): number => {
  const json = JSON.stringify(value);
  return Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json));
};

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

  it('gives edits and addresses whole or not at all', () => {
    const report = fullReport('A sentence of words. '.repeat(80));
    const [edit] = report.corrections?.edits ?? [];
    const [source] = report.plagiarism?.sources ?? [];
    assert.ok(edit !== undefined && source !== undefined && report.plagiarism !== null);
    const long = { ...edit, replacement: 'r'.repeat(200) };
    const other = { ...edit, original: 'o'.repeat(200) };
    const sources = [{ ...source, url: `https://example.org/${'u'.repeat(400)}` }];
    const compact = compactReport({
      ...report,
      corrections: { score: 1, edits: [long, other, edit] },
      plagiarism: { ...report.plagiarism, sources },
    });
    assert.deepEqual(
      compact.corrections?.edits.map(({ original, replacement }) => [original, replacement]),
      [[edit.original, edit.replacement]],
    );
    assert.equal(compact.totals.edits, 3);
    assert.equal(compact.plagiarism?.sources[0]?.url, null);
  });

  it('says nothing twice before everything was said once', () => {
    const report = fullReport('A sentence of words. '.repeat(80));
    const [edit, other] = report.corrections?.edits ?? [];
    assert.ok(edit !== undefined && other !== undefined);
    const slip = { ...edit, type: 'spelling', original: 'teh', replacement: 'the' } as const;
    const style = { ...other, type: 'style', original: 'very', replacement: '' } as const;
    const edits = [...Array.from({ length: 400 }, () => slip), style];
    const signal = { quote: 'informations', reason: 'Why it tells.' };
    const human_signals = [signal, signal, signal, { reason: 'Another one.' }];
    const review = report.review && { ...report.review, indicators: [], human_signals };
    const others = { sentences: [], evidence: [], plagiarism: null, findings: [] };
    const corrections = { score: 1, edits };
    const compact = compactReport({ ...report, ...others, review, corrections });
    const originals = compact.corrections?.edits.map(({ original }) => original) ?? [];
    assert.deepEqual(originals.slice(0, 3), ['teh', 'very', 'teh']);
    assert.equal(compact.totals.edits, 401);
    const reasons = compact.review?.human_signals.map(({ reason }) => reason) ?? [];
    assert.deepEqual(reasons.slice(0, 2), ['Why it tells.', 'Another one.']);
  });

  it('gives more of one check than of all', () => {
    const report = fullReport('A sentence of words. '.repeat(80));
    const empty = { sentences: [], evidence: [], review: null, verdict: null, plagiarism: null };
    const one = compactReport({ ...report, ...empty, findings: [] });
    const all = compactReport(report);
    assert.ok((one.corrections?.edits.length ?? 0) > 2 * (all.corrections?.edits.length ?? 0));
  });

  it('leaves out figures that say nothing', () => {
    const figures = { em_dashes: 3, emoji: 0, apostrophes: 'none', dash_style: null };
    const typography = { ...figures, spaces: { tabs: 0 }, layout: { lines: 2, links: 0 } };
    const compact = compactReport({ ...fullReport('Hello.'), typography });
    assert.deepEqual(compact.typography, { em_dashes: 3, layout: { lines: 2 } });
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
