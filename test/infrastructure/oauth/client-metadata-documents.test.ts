import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ClientMetadataDocuments } from '../../../application/ports/client-metadata-documents.ts';
import { addMs, instant } from '../../../domain/shared/instant.ts';
import {
  type ClientDocumentsOptions,
  clientMetadataDocuments,
} from '../../../infrastructure/oauth/client-metadata-documents.ts';
import { needs } from '../../support/needs.ts';
import { type DocumentServer, sends, startDocumentServer } from './document-server.ts';

const start = instant(1_800_000_000_000);
const path = '/client.json';

describe('client metadata documents', () => {
  let server: DocumentServer;
  let now = start;
  const clock = { now: () => now };
  const open = (options: Partial<ClientDocumentsOptions> = {}): ClientMetadataDocuments =>
    clientMetadataDocuments({
      clock,
      ca: server.ca,
      exemptHosts: new Set(['127.0.0.1', 'localhost']),
      ...options,
    });
  const goodDocument = (clientId = `${server.origin}${path}`) => ({
    client_id: clientId,
    client_name: 'Editor',
    redirect_uris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    logo_uri: `${server.origin}/logo.png`,
  });

  before(async function () {
    const started = await startDocumentServer();
    needs(this, 'openssl', started !== null);
    if (started !== null) server = started;
  });
  beforeEach(() => {
    now = start;
    server.asked.length = 0;
    server.replies.clear();
    server.replies.set(path, sends(goodDocument()));
  });
  after(() => server?.close());

  it('are read, and nothing that they point at is', async () => {
    const found = await open().find(`${server.origin}${path}`);
    assert.deepEqual(found, {
      ok: true,
      value: {
        name: 'Editor',
        redirectUris: ['https://app.example/callback', 'http://127.0.0.1/callback'],
      },
    });
    assert.deepEqual(server.asked, [path]);
  });

  it('are read from a host by its name', async () => {
    const clientId = `${server.localhost}${path}`;
    server.replies.set(path, sends(goodDocument(clientId)));
    assert.equal((await open().find(clientId)).ok, true);
  });

  it('are asked for once by many at the same time, and kept as long as their host says', async () => {
    server.replies.set(path, sends(goodDocument(), { 'cache-control': 'public, max-age=600' }));
    const documents = open();
    const clientId = `${server.origin}${path}`;
    const found = await Promise.all(Array.from({ length: 30 }, () => documents.find(clientId)));
    assert.equal(found.filter(({ ok }) => ok).length, 30);
    assert.equal(server.asked.length, 1);
    now = addMs(start, 599_000);
    await documents.find(clientId);
    assert.equal(server.asked.length, 1);
    now = addMs(start, 600_000);
    await documents.find(clientId);
    assert.equal(server.asked.length, 2);
  });

  it('are kept for half a minute at least and a day at most', async () => {
    for (const [control, seconds] of [
      ['no-store', 30],
      ['max-age=0', 30],
      ['private, no-cache, max-age=900', 30],
      ['max-age=999999999', 86_400],
      ['', 300],
    ] as const) {
      now = start;
      server.replies.set(path, sends(goodDocument(), { 'cache-control': control }));
      const documents = open();
      await documents.find(`${server.origin}${path}`);
      server.asked.length = 0;
      now = addMs(start, seconds * 1000 - 1);
      await documents.find(`${server.origin}${path}`);
      assert.equal(server.asked.length, 0, control);
      now = addMs(start, seconds * 1000);
      await documents.find(`${server.origin}${path}`);
      assert.equal(server.asked.length, 1, control);
    }
  });

  it('are kept up to a hundred, those used least recently leaving first', async () => {
    // A hundred connections, each with a handshake.
    const documents = open();
    const clientIds = Array.from({ length: 101 }, (_, index) => `${server.origin}/${index}.json`);
    for (const [index, clientId] of clientIds.entries()) {
      server.replies.set(`/${index}.json`, sends(goodDocument(clientId)));
      assert.equal((await documents.find(clientId)).ok, true);
      if (index === 50) await documents.find(`${server.origin}/0.json`);
    }
    server.asked.length = 0;
    for (const index of [0, 2, 100]) await documents.find(`${server.origin}/${index}.json`);
    assert.deepEqual(server.asked, []);
    await documents.find(`${server.origin}/1.json`);
    assert.deepEqual(server.asked, ['/1.json']);
  });

  it('are asked for again after a failure', async () => {
    const documents = open();
    server.replies.delete(path);
    assert.equal((await documents.find(`${server.origin}${path}`)).ok, false);
    server.replies.set(path, sends(goodDocument()));
    assert.equal((await documents.find(`${server.origin}${path}`)).ok, true);
  });

  it('are refused when a member is not as it must be', async () => {
    const good = goodDocument();
    for (const document of [
      { ...good, client_id: `${server.localhost}${path}` },
      { ...good, client_id: `${good.client_id}/` },
      { ...good, client_id: undefined },
      { ...good, redirect_uris: [] },
      { ...good, redirect_uris: undefined },
      { ...good, redirect_uris: 'https://app.example/callback' },
      { ...good, redirect_uris: ['https://app.example/callback', 'javascript:alert(1)'] },
      { ...good, redirect_uris: ['http://app.example/callback'] },
      { ...good, redirect_uris: ['https://app.example/callback#part'] },
      { ...good, token_endpoint_auth_method: 'client_secret_basic' },
      { ...good, token_endpoint_auth_method: 'client_secret_post' },
      { ...good, token_endpoint_auth_method: 'private_key_jwt' },
      { ...good, client_secret: 'word' },
      { ...good, client_secret_expires_at: 0 },
      { ...good, grant_types: ['client_credentials'] },
      { ...good, response_types: ['token'] },
      { ...good, client_name: 7 },
      [good],
      null,
      'not json',
      '',
    ]) {
      server.replies.set(path, sends(document === null ? 'null' : document));
      const found = await open().find(good.client_id);
      assert.equal(found.ok, false, JSON.stringify(document));
      assert.ok(!found.ok && found.error === 'invalid_client');
    }
  });

  it('are refused when the answer is not a plain small document', async () => {
    const good = goodDocument();
    const json = JSON.stringify(good);
    const type = { 'content-type': 'application/json' };
    const large = JSON.stringify({ ...good, filling: 'x'.repeat(5 * 1024) });
    const replies: readonly Parameters<typeof server.replies.set>[1][] = [
      (_, response) => response.writeHead(302, { ...type, location: '/other.json' }).end(json),
      (_, response) => response.writeHead(301, { ...type, location: good.client_id }).end(json),
      (_, response) => response.writeHead(203, type).end(json),
      (_, response) => response.writeHead(404, type).end(json),
      (_, response) => response.writeHead(500, type).end(json),
      sends(json, { 'content-type': 'text/html' }),
      sends(json, { 'content-type': 'application/jsonp' }),
      (_, response) => response.writeHead(200).end(json),
      sends(large),
      // Without a length, in pieces, and without an end.
      (_, response) => {
        response.writeHead(200, type);
        const piece = setInterval(() => response.write(' '.repeat(1_000)), 5);
        response.on('close', () => clearInterval(piece));
      },
      (_, response) =>
        response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(json)),
      (_, response) => response.writeHead(200, type).end(Buffer.from([0x22, 0xff, 0x22])),
      (request) => request.socket.destroy(),
    ];
    server.replies.set('/other.json', sends(good));
    for (const [index, reply] of replies.entries()) {
      server.replies.set(path, reply);
      assert.equal((await open().find(good.client_id)).ok, false, `reply ${index}`);
    }
    assert.ok(!server.asked.includes('/other.json'));
  });

  it('take five seconds and no more, whatever their host does', async () => {
    for (const reply of [
      () => undefined,
      ((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' });
        const drop = setInterval(() => response.write(' '), 500);
        response.on('close', () => clearInterval(drop));
      }) satisfies Parameters<typeof server.replies.set>[1],
    ]) {
      server.replies.set(path, reply);
      const before = performance.now();
      assert.equal((await open().find(`${server.origin}${path}`)).ok, false);
      const seconds = (performance.now() - before) / 1000;
      assert.ok(seconds > 4.5 && seconds < 9, `${seconds} s`);
    }
  });
});
