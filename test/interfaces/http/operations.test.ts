import assert from 'node:assert/strict';
import { instant } from '../../../domain/shared/instant.ts';
import { ask, double, type RunningApp, startApp } from './start-app.ts';

describe('operations and documentation endpoints', () => {
  let app: RunningApp;
  let isReady = true;

  before(async () => {
    app = await startApp(
      double({ readiness: async () => ({ ready: isReady, checks: { store: isReady } }) }),
    );
  });
  after(() => app.close());

  const get = (path: string) => ask(app, path, { headers: { authorization: 'none' } });

  it('answer whether the process lives and whether it can work', async () => {
    assert.deepEqual((await get('/health')).json, { status: 'ok' });
    assert.equal((await get('/ready')).status, 200);
    isReady = false;
    const reply = await get('/ready');
    assert.equal(reply.status, 503);
    assert.deepEqual(reply.json, { ready: false, checks: { store: false } });
    assert.equal((await get('/health')).status, 200);
  });

  it('serve metrics in the Prometheus text format', async () => {
    const reply = await get('/metrics');
    assert.match(reply.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.match(reply.text, /assay_requests_total/);
  });

  it('name whom a leaked credential is reported to, where somebody is', async () => {
    assert.equal((await get('/.well-known/security.txt')).status, 404);
    const expires = instant(Date.UTC(2027, 0, 2));
    const contact = { uri: 'mailto:security@assay.example', expires };
    const named = await startApp(double(), { securityContact: contact });
    const reply = await ask(named, '/.well-known/security.txt');
    await named.close();
    assert.equal(reply.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.equal(
      reply.text,
      'Contact: mailto:security@assay.example\r\nExpires: 2027-01-02T00:00:00.000Z\r\n' +
        'Canonical: https://assay.example/.well-known/security.txt\r\n',
    );
  });

  it('serve a documentation page that loads nothing from elsewhere', async () => {
    const page = await get('/v1/docs');
    assert.equal(page.status, 200);
    const policy = page.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.doesNotMatch(policy, /script-src[^;]*unsafe/);
    assert.doesNotMatch(page.text, /https?:\/\/|<script>|onload=/);
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
      (match) => match[1] ?? '',
    );
    assert.ok(assets.length >= 4);
    for (const asset of assets) assert.equal((await get(asset)).status, 200, asset);
  });

  it('serve no other file of the package', async () => {
    for (const path of [
      '/v1/docs/package.json',
      '/v1/docs/../../package.json',
      '/v1/docs/%2e%2e',
    ]) {
      assert.equal((await get(path)).status, 404, path);
    }
  });
});
