import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { DetectionModel } from '../../domain/text/detection/model.ts';
import { bucketCount } from '../../domain/text/detection/ngrams.ts';
import { styleFeatureNames } from '../../domain/text/detection/style-features.ts';

const pair = z.tuple([z.number(), z.number()]);
const norms = z
  .array(z.object({ mean: z.number(), deviation: z.number(), low: z.number(), high: z.number() }))
  .length(styleFeatureNames.length);
const perLanguage = <Value extends z.ZodType>(value: Value) =>
  z.object({ en: value, pt: value, es: value, fr: value, de: value, it: value });

const modelFile = z.object({
  version: z.string(),
  experts: z.array(
    z.object({
      id: z.enum(['earlier_assistants', 'recent_assistants']),
      scale: z.number(),
      bias: z.number(),
    }),
  ),
  style: z.object({ hidden: z.array(z.array(z.number())), output: z.array(z.number()) }),
  norms: perLanguage(norms),
  calibration: z.array(
    z.object({
      tokens: z.number(),
      experts: z.array(pair),
      style: pair,
      combined: z.tuple([z.number(), z.number(), z.number()]),
      alone: pair,
    }),
  ),
  chain: z.object({ change: z.number(), damping: z.number(), prior: z.number() }),
  thresholds: perLanguage(
    z.object({
      human: z.number(),
      likelyHuman: z.number(),
      likelyAi: z.number(),
      ai: z.number(),
    }),
  ),
  unlikenessLimit: perLanguage(z.number()),
});

let loaded: DetectionModel | undefined;

/**
 * The detection model that ships with the package, read once a process.
 * @throws Error when the files are missing, of another shape, or do not fit together
 */
export function loadDetectionModel(): DetectionModel {
  loaded ??= readModel(join(packageRoot(), 'models', 'detection'));
  return loaded;
}

function readModel(folder: string): DetectionModel {
  const { experts, ...rest } = modelFile.parse(
    JSON.parse(readFileSync(join(folder, 'model.json'), 'utf8')),
  );
  const bytes = readFileSync(join(folder, 'weights.bin'));
  const expected = experts.length * bucketCount;
  if (bytes.length !== expected) {
    throw new Error(`expected ${expected} bytes of detection weights, got ${bytes.length}`);
  }
  return {
    ...rest,
    experts: experts.map((expert, index) => ({
      ...expert,
      weights: new Int8Array(bytes.buffer, bytes.byteOffset + index * bucketCount, bucketCount),
    })),
  };
}

/** The same from the sources and from the compiled tree, which lies one folder deeper. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('found no package.json above the detection model loader');
    folder = parent;
  }
  return folder;
}
