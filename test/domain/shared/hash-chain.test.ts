import assert from 'node:assert/strict';
import fc from 'fast-check';
import { chainHash } from '../../../domain/shared/hash-chain.ts';
import { sampleEvent } from '../../support/sample-events.ts';
import { hasher } from '../../support/tally.ts';

describe('the hash of an event', () => {
  it('is that of one JSON list, whoever has made the text of the data', () => {
    fc.assert(
      fc.property(fc.object({ key: fc.string() }), fc.string(), (object, correlationId) => {
        const data = JSON.parse(JSON.stringify(object));
        const sample = sampleEvent(data, 'Sample "quoted"\n');
        const event = { ...sample, metadata: { ...sample.metadata, correlationId } };
        const { occurredAt, causationId } = event.metadata;
        const context = [occurredAt, correlationId, causationId, 'system', null, null];
        const list = JSON.stringify([event.id, event.type, event.version, data, context]);
        assert.equal(chainHash(event, hasher.sha256), hasher.sha256(list));
        const dataText = JSON.stringify(data);
        assert.equal(chainHash({ ...event, dataText }, hasher.sha256), hasher.sha256(list));
      }),
    );
  });
});
