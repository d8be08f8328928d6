import assert from 'node:assert/strict';
import { analyseForensics } from '../../../../domain/text/forensics/analyse-forensics.ts';
import { c2paText } from '../normalise/payload-builders.ts';

type Row = readonly [
  text: string,
  declared: 'ai_generated' | 'ai_assisted' | 'human' | null,
  kind: string | undefined,
  hard: boolean,
];

const rows: readonly Row[] = [
  ['---\ntitle: A day\nai-generated: true\n---\nText', 'ai_generated', 'frontmatter', true],
  ['---\nai_generated: "yes"\n---\nText', 'ai_generated', 'frontmatter', true],
  ['+++\nai_assisted = true\n+++\nText', 'ai_assisted', 'frontmatter', false],
  ['---\ngenerator: ChatGPT\n---\nText', 'ai_generated', 'frontmatter', true],
  ['---\nauthor: AI\n---\nText', 'ai_generated', 'frontmatter', true],
  ['---\nhuman-written: true\n---\nText', 'human', 'frontmatter', false],
  [
    '---\nai-generated: false\nauthor: Ai Weiwei\ngenerator: Hugo\n---\nText',
    null,
    undefined,
    false,
  ],
  ['---\nauthor: Claude Monet\nmodel: gpt-4\n---\nText', null, undefined, false],
  ['Text in which ai-generated: true stands.', null, undefined, false],
  [
    '---\ndigitalSourceType: trainedAlgorithmicMedia\n---\nText',
    'ai_generated',
    'iptc_source_type',
    true,
  ],
  [
    '---\ndigitalSourceType: http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia\n---\nText',
    'ai_assisted',
    'iptc_source_type',
    false,
  ],
  ['---\ndigitalSourceType: algorithmicMedia\n---\nText', null, 'iptc_source_type', false],
  ['{"AIGC":{"Label":"1","ContentProducer":"ACME"}}\nText', 'ai_generated', 'aigc_label', true],
  ['{"AIGC":{"Label":"2","ContentProducer":"ACME"}}\nText', null, 'aigc_label', false],
  ['AI-generated content\n\nThe text.', 'ai_generated', 'text_label', true],
  ['The text.\n\nThis article was written by ChatGPT.', 'ai_generated', 'text_label', true],
  ['Dieser Text wurde von KI generiert.\nText', 'ai_generated', 'text_label', true],
  ['Texte généré par une IA\nText', 'ai_generated', 'text_label', true],
  ['Contenido generado por IA\nText', 'ai_generated', 'text_label', true],
  ['Conteúdo gerado por IA\nText', 'ai_generated', 'text_label', true],
  ['Testo generato da IA\nText', 'ai_generated', 'text_label', true],
  ['本文由AI生成\n正文', 'ai_generated', 'text_label', true],
  ['Written with the help of ChatGPT.\nText', 'ai_assisted', 'text_label', false],
  ['The report says this article was written by ChatGPT, but who knows?', null, undefined, false],
  ['我不喜欢AI生成内容', null, undefined, false],
  [`Text.${c2paText('jumb c2pa trainedAlgorithmicMedia')}`, 'ai_generated', 'c2pa_text', true],
  [`Text.${c2paText('jumb c2pa digitalCapture')}`, null, 'c2pa_text', false],
  [
    `Text\n-----BEGIN C2PA MANIFEST-----\n${btoa('jumb c2pa trainedAlgorithmicMedia')}\n-----END C2PA MANIFEST-----\n`,
    'ai_generated',
    'c2pa_text',
    true,
  ],
];

describe('provenance in a text', () => {
  for (const [text, declared, kind, hard] of rows) {
    it(`declares ${declared} in ${JSON.stringify(text.slice(0, 60))}`, () => {
      const report = analyseForensics(text);
      assert.equal(report.provenance.declared, declared);
      assert.equal(report.provenance.marks[0]?.kind, kind);
      assert.equal(report.hard_evidence, hard);
      assert.ok(report.provenance.marks.every(({ validated }) => !validated));
    });
  }

  it('names the producer of a label', () => {
    const { provenance } = analyseForensics('{"AIGC":{"Label":"1","ContentProducer":"ACME"}}');
    assert.equal(provenance.marks[0]?.producer, 'ACME');
  });

  it('points at the declaration', () => {
    const { text, provenance } = analyseForensics('---\ntitle: x\ngenerator: ChatGPT\n---\nText');
    const [mark] = provenance.marks;
    assert.equal(text.slice(mark?.start, mark?.end), 'generator: ChatGPT');
  });

  it('shows where a removed manifest stood', () => {
    const submitted = `Text.${c2paText('jumb')} More.`;
    const { findings } = analyseForensics(submitted);
    const [found] = findings;
    assert.equal(found?.severity, 'info');
    assert.deepEqual(found?.evidence.positions, [{ start: 5, end: 5 }]);
    assert.deepEqual(found?.evidence.original_positions, [{ start: 5, end: submitted.length - 6 }]);
  });
});
