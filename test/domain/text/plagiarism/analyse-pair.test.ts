import assert from 'node:assert/strict';
import { analysePair } from '../../../../domain/text/plagiarism/analyse-pair.ts';
import { austen, dickens, lincoln, ownWords } from './passages-of-prose.ts';

describe('comparing two given texts', () => {
  for (const keepSource of [false, true]) {
    describe(keepSource ? 'with the words of the source' : 'from fingerprints alone', () => {
      it('finds a disguised copy and gives offsets of the texts as they were given', () => {
        const disguised = lincoln.replaceAll('a', '\u0430').replaceAll(' t', ' \u200bt');
        const suspicious = `${ownWords}\n\n${disguised}`;
        const source = `\u200b${austen}\n\n${lincoln}`;
        const found = analysePair({ suspicious, source, keepSource });
        assert.equal(found.offsets, 'submitted');
        assert.equal(found.spans.length, 1);
        const [span] = found.spans;
        assert.ok(span);
        assert.ok(disguised.includes(suspicious.slice(span.susp_start, span.susp_end)));
        assert.ok(span.susp_end - span.susp_start > disguised.length * 0.9);
        assert.ok(lincoln.includes(source.slice(span.src_start, span.src_end)));
        assert.ok(span.src_end - span.src_start > lincoln.length * 0.9);
        const [reported] = found.plagiarism.spans;
        assert.equal(reported?.start, span.susp_start);
        assert.equal(reported?.end, span.susp_end);
        assert.equal(reported?.source_start, span.src_start);
        assert.equal(reported?.source_end, span.src_end);
      });

      it('finds nothing in texts that have nothing in common', () => {
        const found = analysePair({ suspicious: dickens, source: austen, keepSource });
        assert.deepEqual(found.spans, []);
        assert.equal(found.plagiarism.similarity, 0);
      });

      it('takes empty texts', () => {
        assert.deepEqual(analysePair({ suspicious: '', source: '', keepSource }).spans, []);
      });
    });
  }

  it('sees whole sentences when the words of the source are there', () => {
    const reworded =
      'In that war we stand on a field of great battle. A portion of this field we dedicate, where people gave ' +
      'their lives so the nation might live, as the resting place that is final for them.';
    const suspicious = `${ownWords}\n\n${reworded}`;
    const span = analysePair({ suspicious, source: lincoln, keepSource: true }).spans[0];
    assert.ok(span);
    assert.ok(span.susp_end - span.susp_start >= reworded.length * 0.9);
  });
});
