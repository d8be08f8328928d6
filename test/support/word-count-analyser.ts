import { type Analyser, AnalysisFailedError } from '../../application/ports/analyser.ts';
import { countWords } from '../../domain/text/words.ts';

export interface WordCountAnalyser extends Analyser {
  /** How often each engine ran. */
  readonly runs: { detect: number; grammar: number; compare: number };
  /** Until this is false again, every engine fails. */
  broken: boolean;
}

/** An analyser that counts words and finds nothing: for tests of what happens around the engines. */
export function wordCountAnalyser(): WordCountAnalyser {
  const runs = { detect: 0, grammar: 0, compare: 0 };
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));
  const self: WordCountAnalyser = {
    engineVersion: 'test-1',
    runs,
    broken: false,
    async prepare(text) {
      const base = {
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
      return { base, words: countWords(text) };
    },
    async detect() {
      await turn();
      failWhenBroken();
      runs.detect += 1;
      const verdict = {
        key: 'uncertain',
        label: 'Uncertain',
        p_ai: 0.5,
        p_ai_own: 0.5,
        confidence: 'low',
        ai_share: 0,
        guards: [],
        hard_evidence: false,
      } as const;
      const review = {
        summary: '',
        indicators: [],
        human_signals: [],
        depth: 'standard',
        reviewer: 'test',
      } as const;
      return { verdict, sentences: [], evidence: [], review };
    },
    async grammar() {
      await turn();
      failWhenBroken();
      runs.grammar += 1;
      return { edits: [], score: 100 };
    },
    async fingerprint({ text }) {
      failWhenBroken();
      const empty = new Uint32Array(0);
      return {
        version: 1,
        hashes: empty,
        tokens: empty,
        starts: empty,
        ends: empty,
        families: new Uint8Array(0),
        words: countWords(text),
      };
    },
    async compare() {
      runs.compare += 1;
      return { similarity: 0, sources: [], spans: [] };
    },
    close: async () => undefined,
  };
  function failWhenBroken(): void {
    if (self.broken) throw new AnalysisFailedError('the worker was killed');
  }
  return self;
}
