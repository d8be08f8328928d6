import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyseForensics } from '../../../../domain/text/forensics/analyse-forensics.ts';
import { asSelectors, asTags } from '../normalise/payload-builders.ts';

const parts = [
  ...[
    'word ',
    'p\u0430st ',
    'wo\u200Brd ',
    '\u202Eabc',
    '𝐛𝐨𝐥𝐝 ',
    'oaicite:3 ',
    '"',
    '“',
    '”',
    '`',
    '\n',
  ],
  ...[
    'As an AI language model, I ',
    '[Your Name] ',
    '**a** ',
    '---\n',
    'ai-generated: true\n',
    '\uD83D',
  ],
  ...[
    'AIGC:{"Label":"1"}',
    asTags('hi'),
    asSelectors([72, 105]),
    'x\u0301\u0302\u0303',
    'שלום\u200F ',
  ],
  ...[
    '-----BEGIN C2PA MANIFEST-----',
    '\uE200cite\uE202',
    '\u00A0',
    '\u202F',
    '\uFB01',
    '\r\n',
    '\0',
  ],
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...parts), { maxLength: 40 }).map((chosen) => chosen.join('')),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((u) => String.fromCharCode(...u)),
);

describe('forensics of any text', () => {
  it('keeps every position inside its text, and at most 50 of them', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text, findings, provenance } = analyseForensics(submitted);
        for (const { evidence } of findings) {
          const original = evidence.original_positions ?? [];
          assert.ok(evidence.positions.length <= 50 && evidence.positions.length > 0);
          assert.equal(original.length, evidence.positions.length);
          for (const { start, end } of evidence.positions) {
            assert.ok(0 <= start && start <= end && end <= text.length);
          }
          for (const { start, end } of original) {
            assert.ok(0 <= start && start <= end && end <= submitted.length);
          }
        }
        for (const { start = 0, end = 0 } of provenance.marks) {
          assert.ok(0 <= start && start <= end && end <= text.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('says nothing about marks in a text that it has normalised', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const { text } = analyseForensics(submitted);
        const kept = ['combining.orphan', 'invisible.private_use', 'invisible.flag_sequence'];
        const marks = analyseForensics(text).findings.filter(
          ({ id }) => !/^(?:artefact|provenance)\./.test(id) && !kept.includes(id),
        );
        assert.deepEqual(marks, []);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives hard evidence exactly when a finding is hard, and well-formed samples', () => {
    fc.assert(
      fc.property(anyText, (submitted) => {
        const report = analyseForensics(submitted);
        assert.equal(
          report.hard_evidence,
          report.findings.some(({ hard }) => hard),
        );
        assert.doesNotMatch(JSON.stringify(report), /\\ud[89a-f]/);
      }),
      { numRuns: 1000 },
    );
  });
});
