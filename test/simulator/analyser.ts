import { type Analyser, AnalysisFailedError } from '../../application/ports/analyser.ts';
import { OverloadedError } from '../../application/ports/overloaded.ts';
import type { Life, Scheduler } from './scheduler.ts';

export interface AnalyserFaults {
  meanMs: number;
  /** Chance that an engine dies on a text. */
  failure: number;
  overload: number;
}

/** An analyser that counts words, takes its time, and now and then dies on a text. */
export function simulatedAnalyser(
  scheduler: Scheduler,
  faults: AnalyserFaults,
  life: Life,
): Analyser {
  const { random } = scheduler;
  const work = async <Value>(result: Value): Promise<Value> => {
    if (random.chance(faults.overload)) throw new OverloadedError('too much work waits');
    const slow = random.chance(0.02) ? 400 : 1;
    await scheduler.sleep(random.around(faults.meanMs) * slow, life);
    if (random.chance(faults.failure)) throw new AnalysisFailedError('the worker was killed');
    return result;
  };
  return {
    engineVersion: 'simulated-1',
    prepare: (text) => work({ base: baseOf(text), words: text.split(' ').length }),
    detect: () => work(detected),
    grammar: () => work({ edits: [], score: 100 }),
    fingerprint: ({ text }) => work({ ...noFingerprints, words: text.split(' ').length }),
    compare: () => work({ similarity: 0, sources: [], spans: [] }),
    close: async () => undefined,
  };
}

function baseOf(text: string) {
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

const detected = {
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

const noFingerprints = {
  version: 1,
  hashes: new Uint32Array(0),
  tokens: new Uint32Array(0),
  starts: new Uint32Array(0),
  ends: new Uint32Array(0),
  families: new Uint8Array(0),
} as const;
