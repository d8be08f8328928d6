import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DetectionModel } from '../../domain/text/detection/model.ts';

/** `weights.bin`: the bytes of the experts one after another. `model.json`: everything else. */
export function writeModel(folder: string, { experts, ...rest }: DetectionModel): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'weights.bin'),
    Buffer.concat(
      experts.map(({ weights }) =>
        Buffer.from(weights.buffer, weights.byteOffset, weights.byteLength),
      ),
    ),
  );
  const described = {
    ...rest,
    experts: experts.map(({ id, scale, bias }) => ({ id, scale, bias })),
  };
  writeFileSync(join(folder, 'model.json'), `${JSON.stringify(described, null, 1)}\n`);
}
