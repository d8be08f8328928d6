import assert from 'node:assert/strict';
import { clientMetadataDocuments } from '../../../../infrastructure/oauth/client-metadata-documents.ts';
import { systemClock } from '../../../../infrastructure/system/system-clock.ts';
import {
  type DocumentServer,
  sends,
  startDocumentServer,
} from '../../../infrastructure/oauth/document-server.ts';
import { needs } from '../../../support/needs.ts';
import { type OAuthApp, redirectUri, startOAuthApp, tokensIn } from './oauth-app.ts';

describe('a client that is a metadata document', () => {
  let server: DocumentServer;
  let app: OAuthApp;
  let clientId: string;

  before(async function () {
    const started = await startDocumentServer();
    needs(this, 'openssl', started !== null);
    if (started === null) return;
    server = started;
    clientId = `${server.origin}/client.json`;
    server.replies.set(
      '/client.json',
      sends({ client_id: clientId, redirect_uris: [redirectUri] }),
    );
    const exemptHosts = new Set(['127.0.0.1']);
    const { ca } = server;
    const clientDocuments = clientMetadataDocuments({ clock: systemClock, ca, exemptHosts });
    app = await startOAuthApp({ clientDocuments });
  });
  after(async () => {
    await app?.close();
    await server?.close();
  });

  it('is approved by its address, and needs its host no more afterwards', async () => {
    const code = await app.approved(await app.account(), clientId);
    server.replies.clear();
    const first = tokensIn(await app.token(app.codeForm(code, clientId)));
    assert.equal(await app.rest(first.accessToken), 200);
    const second = tokensIn(await app.token(app.refreshForm(first.refreshToken, clientId)));
    assert.equal(await app.rest(second.accessToken), 200);
    assert.deepEqual(server.asked, ['/client.json']);
  });

  it('is not another document', async () => {
    for (const other of [
      `${clientId}?x=1`,
      `${server.localhost}/client.json`,
      clientId.slice(0, -1),
    ]) {
      const code = await app.approved(await app.account(), clientId);
      const reply = await app.token(app.codeForm(code, other));
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_grant']);
    }
  });
});
