import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UnknownEventError } from '../../../application/ports/event-codec.ts';
import type { RecordedEvent } from '../../../domain/shared/event.ts';
import { chainHash } from '../../../domain/shared/hash-chain.ts';
import type { JsonObject } from '../../../domain/shared/json.ts';
import { recordedEvent } from '../../../infrastructure/embedded/event-row.ts';
import { eventCodec } from '../../../infrastructure/events/event-codec.ts';
import { packageRoot } from '../../support/package-root.ts';
import { hasher } from '../../support/tally.ts';

const sampleSchema = z.object({
  stream: z.string(),
  revision: z.number(),
  id: z.string(),
  type: z.string(),
  version: z.number(),
  data: z.record(z.string(), z.json()),
  metadata: z.json(),
});
const folder = join(packageRoot, 'test/events');

/** Every event version ever written, as it was stored. These files never change. */
const samples: readonly RecordedEvent[] = readdirSync(folder)
  .sort()
  .map((file) => {
    const parsed = sampleSchema.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')));
    const { id, data, metadata, ...rest } = parsed;
    assert.equal(file, `${parsed.type}.v${parsed.version}.json`);
    return recordedEvent({
      ...rest,
      position: 1,
      id: Buffer.from(id.replaceAll('-', ''), 'hex'),
      data: JSON.stringify(data),
      metadata: JSON.stringify(metadata),
    });
  });

/** What the newest version says of events that were written before it. */
const addedSince: Readonly<Record<string, object>> = {
  'CreditsHeld 1': { cap: null },
  'CreditsRefunded 1': { countedUnder: null },
  'KeyCreated 1': { monthlyCap: null, expiresAt: null, checks: null },
};

function decode(event: RecordedEvent): { readonly type: string; readonly data: object } {
  const [kind] = event.stream.split('-');
  switch (kind) {
    case 'key':
      return eventCodec.apiKeyEvent(event);
    case 'authorization':
      return eventCodec.authorizationEvent(event);
    case 'claim':
      return eventCodec.agentClaimEvent(event);
    case 'client':
      return eventCodec.clientEvent(event);
    case 'sign':
      return eventCodec.signInEvent(event);
    case 'passkey':
      return eventCodec.passkeyEvent(event);
    default:
      return eventCodec.ledgerEvent(event);
  }
}

function sample(type: string): RecordedEvent {
  return samples.find((event) => event.type === type) ?? assert.fail(`no sample of ${type}`);
}

function withData(event: RecordedEvent, data: JsonObject): RecordedEvent {
  return { ...event, data };
}

describe('the event codec', () => {
  it('has a stored sample of every version in the catalogue', () => {
    const catalogue = readFileSync(join(packageRoot, 'domain/EVENTS.md'), 'utf8');
    const wanted = [...catalogue.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].flatMap(
      ([, type, newest]) =>
        Array.from({ length: Number(newest) }, (_, before) => `${type} ${before + 1}`),
    );
    assert.ok(wanted.length >= 12);
    assert.deepEqual(
      samples.map(({ type, version }) => `${type} ${version}`).sort(),
      wanted.sort(),
    );
  });

  for (const event of samples) {
    it(`decodes ${event.type} version ${event.version} as it was stored`, () => {
      const known = decode(event);
      assert.equal(known.type, event.type);
      const added = addedSince[`${event.type} ${event.version}`] ?? {};
      assert.deepEqual(known.data, { ...event.data, ...added });
    });

    it(`refuses ${event.type} with a member too many, too few, or of a later version`, () => {
      const [first = ''] = Object.keys(event.data);
      const { [first]: _, ...fewer } = event.data;
      for (const other of [
        withData(event, { ...event.data, stranger: 1 }),
        withData(event, fewer),
        { ...event, version: event.version + 1 },
      ]) {
        assert.throws(() => decode(other), UnknownEventError);
      }
    });
  }

  it('refuses amounts that are no credits', () => {
    const debit = sample('CreditsDebited');
    for (const amount of [-1, 0.5, '400', null, 2 ** 53]) {
      assert.throws(
        () => decode(withData(debit, { ...debit.data, amount })),
        (error) => error instanceof UnknownEventError && error.message.includes('revision 5'),
      );
    }
  });

  it('refuses an event in a stream of another kind', () => {
    assert.throws(() => eventCodec.apiKeyEvent(sample('CreditsDebited')), UnknownEventError);
    assert.throws(() => eventCodec.ledgerEvent(sample('KeyCreated')), UnknownEventError);
    assert.throws(() => eventCodec.clientEvent(sample('TokensIssued')), UnknownEventError);
    assert.throws(
      () => eventCodec.authorizationEvent(sample('ClientRegistered')),
      UnknownEventError,
    );
  });

  it('finds the chain of the samples unbroken: the hash never changes', () => {
    for (const [one, next] of [
      ['AccountOpened', 'PeriodStarted'],
      ['PeriodStarted', 'CreditsGranted'],
      ['CreditsHeld', 'CreditsDebited'],
      ['KeyCreated', 'KeyRevoked'],
      ['AgentRegistered', 'ClaimCodeRefused'],
      ['ClaimCodeEntered', 'ClaimApproved'],
      ['AuthorizationGranted', 'TokensIssued'],
      ['TokensIssued', 'AccessTokenRevoked'],
      ['AccessTokenRevoked', 'AuthorizationEnded'],
    ] as const) {
      const { previousHash } = sample(next).metadata;
      assert.equal(previousHash, chainHash(sample(one), hasher.sha256), next);
    }
  });
});
