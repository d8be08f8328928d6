import type { Report } from '../../../domain/checks/report.ts';

const text = 'Call me Ishmael. Some years ago I went to sea.';

/** A text for which nothing was asked and nothing was found. */
export const textReport: Report = {
  text,
  verdict: null,
  sentences: [],
  evidence: [],
  review: null,
  corrections: null,
  plagiarism: null,
  findings: [],
  provenance: { declared: null, marks: [] },
  language: {
    code: null,
    name: null,
    confidence: 0,
    supported: { ai: false, grammar: false },
  },
  stylometry: { words: 10, sentences: 2, paragraphs: 1, characters: text.length },
  typography: {},
  file: null,
  notice: 'Results are probabilities, not proof.',
  credits: { used: 0, remaining: null },
};

/** Every section and every optional member once. */
export const fullReport: Report = {
  ...textReport,
  verdict: {
    key: 'likely_human',
    label: 'Likely human',
    p_ai: 0.2,
    p_ai_own: 0.25,
    confidence: 'low',
    ai_share: 0,
    guards: ['short_text'],
    hard_evidence: false,
  },
  sentences: [{ start: 0, end: 16, p_ai: 0.1 }],
  evidence: [
    { id: 'a', label: 'A', description: 'a', weight: -0.4 },
    { id: 'b', label: 'B', description: 'b', weight: 0.4, start: 0, end: 4 },
  ],
  review: {
    summary: 'Reads like a novel.',
    indicators: [{ start: 0, end: 4, quote: 'Call', reason: 'Short.' }],
    human_signals: [{ reason: 'Voice.' }, { quote: 'Ishmael', reason: 'Name.' }],
    depth: 'standard',
    reviewer: 'own-1',
  },
  corrections: {
    edits: [
      {
        start: 0,
        end: 4,
        original: 'Call',
        replacement: 'call',
        type: 'style',
        explanation: 'An example.',
        rule: 'example',
      },
    ],
    score: 97.5,
  },
  plagiarism: {
    similarity: 0.5,
    sources: [{ id: 's1', title: 'Moby-Dick', url: null, coverage: 0.5, matched_words: 3 }],
    spans: [
      { start: 0, end: 16, source_id: 's1', kind: 'verbatim', excluded: null },
      {
        start: 17,
        end: 21,
        source_id: 's1',
        source_start: 2,
        source_end: 6,
        kind: 'near',
        excluded: 'quote',
      },
    ],
  },
  findings: [
    {
      id: 'zero_width',
      severity: 'medium',
      title: 'Zero-width characters',
      description: 'Found between words.',
      hard: false,
      count: 1,
      evidence: {
        codepoints: ['U+200B'],
        decoded: 'x',
        sample: 'Call me',
        positions: [{ start: 4, end: 4 }],
        original_positions: [{ start: 4, end: 5 }],
      },
      benign_explanation: 'Copied from a web page.',
    },
  ],
  provenance: {
    declared: 'human',
    marks: [
      {
        kind: 'generator',
        source: 'info',
        value: 'Writer',
        producer: null,
        validated: false,
        reason: 'Named in the file.',
        start: 0,
        end: 4,
      },
    ],
  },
  language: {
    code: 'en',
    name: 'English',
    confidence: 0.99,
    supported: { ai: true, grammar: true },
  },
  typography: { dashes: { em: 1 }, quotes: 'straight' },
  file: {
    name: 'novel.txt',
    type: 'txt',
    detected_type: 'txt',
    bytes: 46,
    sha256: '0'.repeat(64),
    pages: null,
    created: null,
    modified: null,
    creator: null,
    producer: null,
    application: null,
    editing_minutes: null,
    revisions: null,
    authors: [],
    hidden_text_chars: 0,
  },
  credits: { used: 10, remaining: 90 },
};
