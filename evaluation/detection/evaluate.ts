import { crossValidated } from './build-model.ts';
import { loadCorpus } from './corpus.ts';
import { measure } from './measure.ts';
import { samplesOf } from './samples.ts';

/**
 * Accuracy of AI detection on sources left out of training. The shipped weights have seen every text there
 * is, so the figures come from models trained anew without each source: some minutes of work.
 */
export async function evaluateDetection(folder: string): Promise<string> {
  const samples = samplesOf(loadCorpus(folder), 1);
  return measure(
    samples,
    crossValidated(samples, (message) => console.error(message)),
  );
}
