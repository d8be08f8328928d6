import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crossValidated, finalModel } from './build-model.ts';
import { loadCorpus } from './corpus.ts';
import { measure } from './measure.ts';
import { samplesOf } from './samples.ts';
import { writeModel } from './write-model.ts';

/** Trains the model that ships: `npx tsx evaluation/detection/train.ts [data folder] [model folder]`. */
const dataFolder = process.argv[2] ?? '../shared/data/ai-detection';
const modelFolder = process.argv[3] ?? 'models/detection';
const started = performance.now();
const report = (message: string): void => {
  console.error(`${Math.round((performance.now() - started) / 1000)} s: ${message}`);
};

const samples = samplesOf(loadCorpus(dataFolder), 1);
report(`${samples.length} texts read`);
const validated = crossValidated(samples, report);
writeModel(modelFolder, finalModel(samples, validated));
report('model written');
const table = measure(samples, validated, 'source');
writeFileSync(join(modelFolder, 'figures.txt'), table);
console.log(table);
