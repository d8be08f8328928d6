import assert from 'node:assert/strict';
import { startApp } from '../start-app.ts';
import { oauthDouble } from './oauth-double.ts';
import { postForm } from './post.ts';

describe('revocation', () => {
  it('answers 200 with nothing for any token, and 400 without one', async () => {
    const asked: unknown[] = [];
    const revokeToken = async (command: unknown): Promise<void> => {
      asked.push(command);
    };
    const app = await startApp(undefined, { oauth: oauthDouble({ revokeToken }) });
    const revoke = (fields: Parameters<typeof postForm>[2]) =>
      postForm(app, '/oauth/revoke', fields);
    for (const hint of [{}, { token_type_hint: 'access_token' }, { token_type_hint: 'nonsense' }]) {
      const reply = await revoke({ token: 't', ...hint });
      assert.deepEqual([reply.status, reply.text], [200, '']);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
      assert.equal(reply.headers.get('content-type'), null);
    }
    await revoke({ token: 't', client_id: 'cli_x' });
    assert.deepEqual(asked.slice(2), [
      { token: 't', clientId: null },
      { token: 't', clientId: 'cli_x' },
    ]);
    for (const fields of ['', 'token=', 'token=a&token=b', 'token_type_hint=access_token']) {
      const reply = await revoke(fields);
      assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_request']);
    }
    assert.equal(asked.length, 4);
    await app.close();
  });
});
