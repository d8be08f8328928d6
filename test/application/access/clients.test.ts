import assert from 'node:assert/strict';
import { findClient } from '../../../application/access/find-client.ts';
import { registerClient } from '../../../application/access/register-client.ts';
import { clientStream } from '../../../domain/access/client/events.ts';
import { denied } from '../../../domain/access/protocol-outcome.ts';
import { type OAuthService, openOAuthService } from '../../support/oauth-service.ts';
import { collect } from '../../support/sample-events.ts';

const redirectUris = ['https://app.example.org/cb', 'http://localhost/cb'];

describe('a client', () => {
  let service: OAuthService;
  beforeEach(async () => {
    service = await openOAuthService();
  });
  afterEach(() => service.close());

  const documentAt = (name: string | null, uris: readonly string[]) => ({
    find: async (clientId: string) =>
      clientId === 'https://app.example.org/client.json'
        ? ({ ok: true, value: { name, redirectUris: uris } } as const)
        : denied('invalid_client', 'nothing there'),
  });
  const find = (clientId: string, clientDocuments = documentAt('An app', redirectUris)) =>
    findClient({ ...service.ports, clientDocuments }, { clientId });
  const register = (clientName: string | null, uris: readonly string[] = redirectUris) =>
    registerClient(service.ports, { clientName, redirectUris: uris });

  it('is found as it registered, its name made fit to be shown', async () => {
    const registered = await register(' An\u202E editor\n');
    assert.ok(registered.ok);
    const { clientId, ...others } = registered.value;
    assert.deepEqual(others, { issuedAt: service.now(), clientName: 'An editor', redirectUris });
    assert.deepEqual(await find(clientId), {
      ok: true,
      value: { clientId, kind: 'registered', name: 'An editor', redirectUris },
    });
  });

  it('may have no name', async () => {
    const registered = await register(null);
    assert.ok(registered.ok);
    const found = await find(registered.value.clientId);
    assert.ok(found.ok && found.value.name === null);
  });

  it('is not found under another id, or when its words are not those it registered', async () => {
    const registered = await register('An editor');
    assert.ok(registered.ok);
    const { clientId } = registered.value;
    for (const id of ['', 'cli_', 'cli_00000000', `${clientId}x`, ` ${clientId}`, 'http://a/b']) {
      const found = await find(id);
      assert.ok(!found.ok && found.error === 'invalid_client', id);
    }
    await service.ports.personalData.put(clientId, 'metadata', 'Another\nhttps://evil.example/');
    assert.equal((await find(clientId)).ok, false);
  });

  it('is refused with redirect URIs that are none, too many, too long or not allowed', async () => {
    const many = Array.from({ length: 11 }, (_, place) => `https://app.example.org/${place}`);
    const long = `https://app.example.org/${'a'.repeat(2_000)}`;
    for (const uris of [
      [],
      many,
      [long],
      ['javascript:/x'],
      [...redirectUris, 'http://a.example/'],
    ]) {
      const registered = await register('An editor', uris);
      assert.ok(!registered.ok && registered.error === 'invalid_redirect_uri');
    }
    const named = await register('n'.repeat(201));
    assert.ok(!named.ok && named.error === 'invalid_client_metadata');
  });

  it('says nothing of itself in the log', async () => {
    const registered = await register('An editor');
    assert.ok(registered.ok);
    const stream = clientStream(registered.value.clientId);
    const text = JSON.stringify(await collect(service.ports.eventStore.readStream(stream, 0)));
    assert.ok(!text.includes('editor') && !text.includes('example.org'));
  });

  it('is described by the document at its address', async () => {
    const clientId = 'https://app.example.org/client.json';
    assert.deepEqual(await find(clientId), {
      ok: true,
      value: { clientId, kind: 'document', name: 'An app', redirectUris },
    });
    assert.equal((await find('https://other.example/client.json')).ok, false);
    for (const uris of [[], ['javascript:/x']]) {
      const found = await find(clientId, documentAt('An app', uris));
      assert.ok(!found.ok && found.error === 'invalid_client');
    }
  });
});
