import { type Analyser, AnalysisFailedError } from '../../application/ports/analyser.ts';
import { OverloadedError } from '../../application/ports/overloaded.ts';
import { baseWithoutFindings, noFingerprints, undecidedDetection } from '../support/no-findings.ts';
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
    prepare: (text) => work({ base: baseWithoutFindings(text), words: text.split(' ').length }),
    detect: () => work(undecidedDetection),
    grammar: () => work({ edits: [], score: 100 }),
    fingerprint: ({ text }) => work({ ...noFingerprints, words: text.split(' ').length }),
    compare: () => work({ similarity: 0, sources: [], spans: [] }),
    close: async () => undefined,
  };
}
