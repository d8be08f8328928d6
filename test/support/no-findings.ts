/** What the engines answer about a text in which there is nothing to find. */

export function baseWithoutFindings(text: string) {
  return {
    text,
    findings: [],
    provenance: { declared: null, marks: [] },
    language: {
      code: 'en',
      name: 'English',
      confidence: 1,
      supported: { ai: true, grammar: true },
    },
    stylometry: { words: 0, sentences: 0, paragraphs: 0, characters: 0 },
    typography: {},
    file: null,
  };
}

export const undecidedDetection = {
  verdict: {
    key: 'uncertain',
    label: 'Uncertain',
    p_ai: 0.5,
    p_ai_own: 0.5,
    confidence: 'low',
    ai_share: 0,
    guards: [],
    hard_evidence: false,
  },
  sentences: [],
  evidence: [],
  review: { summary: '', indicators: [], human_signals: [], depth: 'standard', reviewer: 'none' },
} as const;

export const noFingerprints = {
  version: 1,
  hashes: new Uint32Array(0),
  tokens: new Uint32Array(0),
  starts: new Uint32Array(0),
  ends: new Uint32Array(0),
  families: new Uint8Array(0),
} as const;
