import { loadDetectionModel } from '../../infrastructure/analysis/detection-model.ts';
import { crossValidated, genreValidated } from './build-model.ts';
import { loadCorpus } from './corpus.ts';
import { measure } from './measure.ts';
import { samplesOf } from './samples.ts';

/**
 * Accuracy of AI detection on what was left out of training. The shipped weights have seen every text there
 * is, so the figures come from models trained anew without each source, then without each genre: some
 * minutes of work.
 */
export async function evaluateDetection(folder: string): Promise<string> {
  const report = (message: string): void => console.error(message);
  const samples = samplesOf(loadCorpus(folder), 1);
  const bySource = measure(samples, crossValidated(samples, report), 'source');
  const byGenre = genreValidated(samples, loadDetectionModel(), report);
  return `${bySource}\n${measure(samples, byGenre, 'genre')}`;
}
