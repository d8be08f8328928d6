import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { accessUpcasters } from '../../../domain/access/upcasters.ts';
import { ledgerUpcasters } from '../../../domain/ledger/upcasters.ts';
import { agentClaimEventSchema } from '../../../infrastructure/events/agent-claim-schemas.ts';
import { apiKeyEventSchema } from '../../../infrastructure/events/api-key-schemas.ts';
import { authorizationEventSchema } from '../../../infrastructure/events/authorization-schemas.ts';
import { clientEventSchema } from '../../../infrastructure/events/client-schemas.ts';
import { ledgerEventSchema } from '../../../infrastructure/events/ledger-schemas.ts';
import {
  passkeyEventSchema,
  signInEventSchema,
} from '../../../infrastructure/events/sign-in-schemas.ts';
import { packageRoot } from '../../support/package-root.ts';

/** The shape of the data of every event version ever written, as JSON Schema. Entries never change. */
const publishedPath = 'test/infrastructure/events/event-shapes.json';
const published = z
  .record(z.string(), z.json())
  .parse(JSON.parse(readFileSync(join(packageRoot, publishedPath), 'utf8')));

const eventShape = z.object({
  properties: z.object({
    type: z.object({ const: z.string() }),
    version: z.object({ const: z.number() }),
    data: z.json(),
  }),
});

function shapesOf(schema: z.ZodType): readonly (readonly [string, z.infer<z.ZodJSONSchema>])[] {
  const { oneOf } = z
    .object({ oneOf: z.array(eventShape) })
    .parse(z.toJSONSchema(schema, { io: 'input' }));
  return oneOf.map(({ properties: { type, version, data } }) => [
    `${type.const} ${version.const}`,
    data,
  ]);
}

const newest = [
  ledgerEventSchema,
  apiKeyEventSchema,
  authorizationEventSchema,
  agentClaimEventSchema,
  clientEventSchema,
  signInEventSchema,
  passkeyEventSchema,
].flatMap(shapesOf);
const upcasters = [...ledgerUpcasters, ...accessUpcasters];

describe('the shape of every event version', () => {
  for (const [name, shape] of newest) {
    it(`is for ${name} what was published`, () => {
      const known = published[name];
      assert.ok(
        known !== undefined,
        `add to ${publishedPath}: "${name}": ${JSON.stringify(shape)}`,
      );
      assert.deepEqual(
        shape,
        known,
        `${name} has another shape than was published. Events of it are in logs, and stay there: leave it as it
        was, add the next version with an upcaster and a sample in test/events, and add that to ${publishedPath}`,
      );
    });
  }

  it('is kept for every version that is not the newest any more, with the way up from it', () => {
    const current = new Set(newest.map(([name]) => name));
    for (const name of Object.keys(published).filter((entry) => !current.has(entry))) {
      const [type = '', version = ''] = name.split(' ');
      const step = upcasters.find(
        (upcaster) => upcaster.type === type && upcaster.fromVersion === Number(version),
      );
      assert.ok(
        step,
        `${name} was written to logs: it needs an upcaster to version ${+version + 1}`,
      );
    }
  });

  it('is known in whole: every one of the catalogue is here', () => {
    const catalogue = readFileSync(join(packageRoot, 'domain/EVENTS.md'), 'utf8');
    const names = [...catalogue.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(
      ([, type, version]) => `${type} ${version}`,
    );
    assert.deepEqual(newest.map(([name]) => name).sort(), names.sort());
  });
});
