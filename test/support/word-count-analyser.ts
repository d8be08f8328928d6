import { type Analyser, AnalysisFailedError } from '../../application/ports/analyser.ts';
import { countWords } from '../../domain/text/words.ts';
import { baseWithoutFindings, noFingerprints, undecidedDetection } from './no-findings.ts';

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
      const base = baseWithoutFindings(text);
      return { base, words: countWords(text) };
    },
    async detect() {
      await turn();
      failWhenBroken();
      runs.detect += 1;
      return undecidedDetection;
    },
    async grammar() {
      await turn();
      failWhenBroken();
      runs.grammar += 1;
      return { edits: [], score: 100 };
    },
    async fingerprint({ text }) {
      failWhenBroken();
      return { ...noFingerprints, words: countWords(text) };
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
