import assert from 'node:assert/strict';
import { evolve, isKnown, type RegisteredClient } from '../../../../domain/access/client/client.ts';
import { type ClientCommand, decide } from '../../../../domain/access/client/decide.ts';
import { clientId } from '../../../../domain/shared/ids.ts';
import { addMs, instant } from '../../../../domain/shared/instant.ts';

const start = instant(1_800_000_000_000);
const hour = 3_600_000;
const lifetime = 30 * 24 * hour;
const register = {
  type: 'register-client',
  clientId: clientId('cli_00000000'),
  metadataHash: 'ab'.repeat(32),
} as const;

describe('a registered client', () => {
  let client: RegisteredClient | null;
  let at = start;
  const ask = (command: ClientCommand, after: number) => {
    at = addMs(start, after);
    const { events, answer } = decide(client, command, { at });
    client = events.reduce((state, { event }) => evolve(state, event, at), client);
    return [answer, events.length];
  };
  const knownAfter = (after: number) => client !== null && isKnown(client, addMs(start, after));
  beforeEach(() => {
    client = null;
    assert.deepEqual(ask(register, 0), ['registered', 1]);
  });

  it('is registered once and keeps the hash of what it said then', () => {
    const { type: _, ...data } = register;
    assert.deepEqual(client, { ...data, registeredAt: start, use: 'none' });
    const other = { ...register, metadataHash: 'cd'.repeat(32) };
    assert.deepEqual(ask(other, 1), ['client_exists', 0]);
  });

  it('is known for thirty days, and for good once a person has let it in', () => {
    assert.equal(knownAfter(lifetime - 1), true);
    assert.equal(knownAfter(lifetime), false);
    assert.deepEqual(ask({ type: 'approve-client' }, lifetime - 1), ['approved', 1]);
    assert.deepEqual(ask({ type: 'approve-client' }, 10 * lifetime), ['approved', 0]);
    assert.equal(knownAfter(10 * lifetime), true);
    assert.deepEqual(ask({ type: 'forget-client' }, 10 * lifetime), ['client_exists', 0]);
  });

  it('cannot be let in later, and is forgotten when no clock can think otherwise', () => {
    assert.deepEqual(ask({ type: 'approve-client' }, lifetime), ['unknown', 0]);
    assert.deepEqual(ask({ type: 'forget-client' }, lifetime + hour - 1), ['client_exists', 0]);
    assert.deepEqual(ask({ type: 'forget-client' }, lifetime + hour), ['forgotten', 1]);
    assert.deepEqual(ask({ type: 'forget-client' }, lifetime + hour), ['forgotten', 0]);
    assert.equal(knownAfter(0), false);
    assert.deepEqual(ask({ type: 'approve-client' }, 0), ['unknown', 0]);
    assert.deepEqual(ask(register, lifetime), ['client_exists', 0]);
  });

  it('is nothing before it registers', () => {
    client = null;
    assert.deepEqual(ask({ type: 'approve-client' }, 0), ['unknown', 0]);
    assert.deepEqual(ask({ type: 'forget-client' }, lifetime * 2), ['unknown', 0]);
  });
});
