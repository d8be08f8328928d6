import assert from 'node:assert/strict';
import { decide, evolve, unknownClient } from '../../../../domain/access/client/client.ts';
import { clientId } from '../../../../domain/shared/ids.ts';

const command = {
  type: 'register-client',
  clientId: clientId('cli_00000000'),
  metadataHash: 'ab'.repeat(32),
} as const;

describe('a registered client', () => {
  it('is registered once and keeps the hash of what it said then', () => {
    const first = decide(unknownClient, command);
    assert.equal(first.answer, 'registered');
    const client = first.events.reduce((state, { event }) => evolve(state, event), unknownClient);
    const { type: _, ...data } = command;
    assert.deepEqual(client, { status: 'registered', ...data });
    const second = decide(client, { ...command, metadataHash: 'cd'.repeat(32) });
    assert.deepEqual(second, { events: [], answer: 'client_exists' });
  });
});
