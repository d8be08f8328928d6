import assert from 'node:assert/strict';
import { registerAgent, renewByAssertion } from '../../support/agent-script.ts';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { type Secret, secretsInFolder, secretsInText } from '../../support/found-secrets.ts';
import { type MailBox, openMailBox } from '../../support/mail-box.ts';
import { callTool, sendMessage } from '../../support/mcp-message.ts';
import { registerOpenidApp } from '../../support/openid-app.ts';
import type { Person } from '../../support/person.ts';

const email = 'writer@example.com';

describe('secrets that the service gives away', () => {
  let mailBox: MailBox;
  let service: ConnectedService;
  let secrets: readonly Secret[];
  let accountId: string;
  before(async () => {
    mailBox = await openMailBox();
    service = await startConnectedService({ mail: mailBox });
    const person = await service.person({ email });
    accountId = person.accountId;
    secrets = [
      { name: 'e-mail code', value: await mailBox.codeFor(email) },
      ...(await secretsOfApp(service, person)),
      ...(await secretsOfAgent(service, person)),
      await secretOfKey(service, person),
      ...[...person.browser.cookies].map(([name, value]) => ({
        name: `cookie ${name}`,
        value: sessionOf(value),
      })),
    ];
  });
  after(async () => {
    await service?.close();
    await mailBox?.close();
  });

  it('are looked for in a way that finds what is there', async () => {
    assert.ok(secrets.length >= 15, String(secrets.length));
    for (const { name, value } of secrets) assert.ok(value.length >= 6, name);
    const known = { name: 'account id', value: accountId };
    const found = await secretsInFolder(service.assay.folder, [known]);
    assert.ok(found.some((place) => place.includes('events.db')));
    assert.deepEqual(secretsInText('{"code":"123456"}', [{ name: 'code', value: '123456' }]), [
      'code',
    ]);
  });

  it('are in none of its files while it runs', async () => {
    assert.deepEqual(await secretsInFolder(service.assay.folder, secrets), []);
  });

  it('are not in what it writes', () => {
    assert.deepEqual(secretsInText(service.assay.output(), secrets), []);
  });

  it('are in none of its files once it has ended', async () => {
    await service.assay.stop();
    assert.deepEqual(await secretsInFolder(service.assay.folder, secrets), []);
    const inLog = await secretsInFolder(service.assay.folder, [{ name: 'address', value: email }]);
    assert.deepEqual(
      inLog.filter((place) => place.includes('events.db')),
      [],
    );
  });
});

async function secretsOfApp(service: ConnectedService, person: Person): Promise<Secret[]> {
  const app = await registerOpenidApp(service.issuer);
  const { address, finish } = await app.begin();
  const callback = await person.decide(address, 'approve');
  const first = await finish(callback);
  const second = await app.refresh(first.refreshToken);
  assert.equal(await service.statusOf(second.accessToken), 200);
  await useTools(service, second.accessToken);
  const unused = await app.begin();
  const lost = await person.decide(unused.address, 'approve');
  return [
    { name: 'code', value: callback.searchParams.get('code') ?? '' },
    { name: 'unused code', value: lost.searchParams.get('code') ?? '' },
    { name: 'access token', value: first.accessToken },
    { name: 'refresh token', value: first.refreshToken },
    { name: 'second access token', value: second.accessToken },
    { name: 'second refresh token', value: second.refreshToken },
  ];
}

async function secretsOfAgent(service: ConnectedService, person: Person): Promise<Secret[]> {
  const agent = await registerAgent(service.issuer, person.email);
  const userCode = await agent.renewCode();
  const entered = await person.typeCode(userCode);
  assert.ok('registration' in entered);
  await person.decideAgent(entered.registration, 'approve');
  const tokens = await agent.poll();
  const assertion = tokens.member('identity_assertion');
  const renewed = await renewByAssertion(service.issuer, assertion);
  await useTools(service, renewed.member('access_token'));
  return [
    { name: 'claim token', value: agent.claimToken },
    { name: 'user code', value: agent.userCode },
    { name: 'new user code', value: userCode },
    { name: "agent's access token", value: tokens.member('access_token') },
    { name: 'assertion', value: assertion },
    { name: 'renewed access token', value: renewed.member('access_token') },
  ];
}

async function secretOfKey(service: ConnectedService, person: Person): Promise<Secret> {
  const words = ['key', 'create', person.accountId, '--name', 'An editor'];
  const { key } = await service.assay.result(...words);
  assert.equal(await service.statusOf(String(key)), 200);
  await useTools(service, String(key));
  return { name: 'key', value: String(key) };
}

/** What an agent does with a credential, right and wrong, on both revisions of the tool server's protocol. */
async function useTools({ mcpUrl }: ConnectedService, credential: string): Promise<void> {
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    const client = { url: String(mcpUrl), credential, revision };
    await callTool(client, 'get_credits');
    const { isError } = await callTool(client, 'check_grammar', { text: 'They is here today.' });
    assert.notEqual(isError, true);
    // Refusals and faults are what a log is most likely to say too much of.
    await sendMessage(client, { method: 'tools/call', params: { name: 'no_such_tool' } });
    await sendMessage(client, { method: 'tools/list' }, { body: '{' });
    const wrong = await sendMessage(
      { ...client, credential: `${credential}x` },
      { method: 'ping' },
    );
    assert.equal(wrong.status, 401);
  }
}

/** A cookie holds the id of a session and its signature. */
function sessionOf(cookie: string): string {
  return decodeURIComponent(cookie).replace(/^s:/, '').split('.')[0] ?? '';
}
