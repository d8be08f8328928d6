import { notice } from '../../domain/checks/assemble.ts';
import type { Edit, Finding, Report } from '../../domain/checks/report.ts';
import { baseWithoutFindings } from './no-findings.ts';

const count = 60;
const places = Array.from({ length: count }, (_, index) => index);

/** A report in which every section holds many long items, made of pieces of the text. */
export function fullReport(given: string): Report {
  // The text of a report came as UTF-8: it holds no half of a character.
  const text = wellFormed(given);
  const cut = (index: number) => boundary(text, Math.floor((text.length * index) / count));
  const span = (index: number) => ({ start: cut(index), end: cut(index + 1) });
  const words = (index: number) => text.slice(cut(index), cut(index + 1));
  return {
    ...baseWithoutFindings(text),
    verdict: {
      key: 'mixed',
      label: 'Mixed',
      p_ai: 0.6,
      p_ai_own: 0.6,
      confidence: 'low',
      ai_share: 0.5,
      guards: ['mixed_document', 'short_text', 'non_native'],
      hard_evidence: false,
    },
    sentences: places.map((index) => ({ ...span(index), p_ai: ((index * 37) % 100) / 100 })),
    evidence: places.map((index) => ({
      id: `style.figure_${index}`,
      label: `Figure ${index}`,
      description: words(index),
      weight: ((index * 13) % 7) - 3,
      ...span(index),
    })),
    review: {
      summary: words(0) + words(1),
      indicators: places.map((index) => ({
        ...span(index),
        quote: words(index),
        reason: words(0),
      })),
      human_signals: places.map((index) => ({ quote: words(index), reason: words(1) })),
      depth: 'deep',
      reviewer: 'test/1',
    },
    corrections: {
      score: 3,
      edits: places.map((index) => ({
        ...span(index),
        original: words(index),
        replacement: words(0),
        type: editType(index),
        explanation: words(1),
        rule: 'own.rule',
      })),
    },
    plagiarism: {
      similarity: 0.5,
      sources: places.map((index) => ({
        id: `txt_${index}`,
        title: words(index),
        url: `https://example.org/${index}`,
        coverage: index / count,
        matched_words: index,
      })),
      spans: places.map((index) => ({
        ...span(index),
        source_id: `txt_${index}`,
        kind: 'verbatim',
        excluded: index % 2 === 0 ? null : 'quote',
      })),
    },
    findings: places.map((index) => findingOf(index, words(index))),
    provenance: {
      declared: 'ai_assisted',
      marks: places.map((index) => ({
        kind: 'text_label',
        source: 'text',
        value: words(index),
        producer: null,
        validated: false,
        reason: words(0),
      })),
    },
    notice,
    credits: { used: 12, remaining: 34 },
  };
}

/** Not between the halves of a character. */
function boundary(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function editType(index: number): Edit['type'] {
  return (['style', 'typography', 'spelling', 'grammar'] as const)[index % 4] ?? 'style';
}

function findingOf(index: number, words: string): Finding {
  return {
    id: `mark.${index}`,
    severity: index % 3 === 0 ? 'info' : 'high',
    title: words,
    description: words,
    hard: index === 40,
    count: index,
    evidence: {
      codepoints: ['U+200B', 'U+200C', 'U+200D'],
      decoded: words,
      sample: words,
      positions: Array.from({ length: 50 }, (_, at) => ({ start: at, end: at + 1 })),
      original_positions: Array.from({ length: 50 }, (_, at) => ({ start: at, end: at + 1 })),
    },
    benign_explanation: words,
  };
}
