import assert from 'node:assert/strict';
import type { ClientMetadataDocuments } from '../../../application/ports/client-metadata-documents.ts';
import { instant } from '../../../domain/shared/instant.ts';
import {
  type ClientDocumentsOptions,
  clientMetadataDocuments,
} from '../../../infrastructure/oauth/client-metadata-documents.ts';
import { needs } from '../../support/needs.ts';
import { type DocumentServer, sends, startDocumentServer } from './document-server.ts';

const path = '/client.json';

describe('client metadata documents, where a stranger points inside,', () => {
  let server: DocumentServer;
  const clock = { now: () => instant(1_800_000_000_000) };
  const open = (options: Partial<ClientDocumentsOptions> = {}): ClientMetadataDocuments =>
    clientMetadataDocuments({ clock, ca: server.ca, ...options });

  before(async function () {
    const started = await startDocumentServer();
    needs(this, 'openssl', started !== null);
    if (started !== null) server = started;
  });
  beforeEach(() => {
    server.asked.length = 0;
  });
  after(() => server?.close());

  it('are not asked for at an address that is not public', async () => {
    const strict = open();
    const port = new URL(server.origin).port;
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:7f00:1]', '[64:ff9b::7f00:1]', '10.0.0.1']) {
      const found = await strict.find(`https://${host}:${port}${path}`);
      assert.deepEqual(
        [found.ok, 'description' in found && /not public/.test(found.description)],
        [false, true],
      );
    }
    assert.deepEqual(server.asked, []);
  });

  it('are not asked for at a host with one inner address among its addresses', async () => {
    const port = new URL(server.origin).port;
    const clientId = `https://app.example:${port}${path}`;
    const document = { client_id: clientId, redirect_uris: ['https://app.example/callback'] };
    server.replies.set(path, sends(document));
    for (const addresses of [['127.0.0.1'], ['93.184.216.34', '127.0.0.1'], ['::ffff:127.0.0.1']]) {
      let lookedUp = 0;
      const resolve = async () => {
        lookedUp += 1;
        return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      };
      assert.equal((await open({ resolve }).find(clientId)).ok, false);
      assert.equal(lookedUp, 1);
    }
    assert.deepEqual(server.asked, []);
  });

  it('are asked for at the address that was judged, whatever the host answers the next time', async () => {
    const { port } = new URL(server.origin);
    const clientId = `https://localhost:${port}${path}`;
    server.replies.set(
      path,
      sends({ client_id: clientId, redirect_uris: ['https://a.example/cb'] }),
    );
    // Nobody has been given this address; the system would find the server of this test under the name.
    const resolve = async () => [{ address: '2d00::1', family: 6 }];
    assert.equal((await open({ resolve }).find(clientId)).ok, false);
    assert.deepEqual(server.asked, []);
  });

  it('are refused at a host without an address, and when looking it up never ends', async () => {
    const clientId = 'https://app.example/client.json';
    assert.equal((await open({ resolve: async () => [] }).find(clientId)).ok, false);
    const failing = async () => Promise.reject(new Error('no such host'));
    assert.equal((await open({ resolve: failing }).find(clientId)).ok, false);
    const silent = () => new Promise<never>(() => undefined);
    assert.equal((await open({ resolve: silent }).find(clientId)).ok, false);
  });

  it('are refused under a certificate of an unknown authority', async () => {
    const documents = clientMetadataDocuments({ clock, exemptHosts: new Set(['127.0.0.1']) });
    const found = await documents.find(`${server.origin}${path}`);
    assert.equal(found.ok, false);
    assert.deepEqual(server.asked, []);
  });

  it('are fetched from sixteen hosts at a time at most', async () => {
    const silent = () => new Promise<never>(() => undefined);
    const documents = open({ resolve: silent });
    const runs = Array.from({ length: 17 }, (_, index) =>
      documents.find(`https://app.example/${index}.json`),
    );
    const last = await runs[16];
    assert.ok(last !== undefined && !last.ok && /too many/.test(last.description));
    await Promise.all(runs);
  });
});
