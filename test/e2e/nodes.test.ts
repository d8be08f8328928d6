import assert from 'node:assert/strict';
import { type Cluster, startCluster } from '../support/cluster.ts';
import { openHolder } from '../support/holder.ts';
import { type MailBox, openMailBox } from '../support/mail-box.ts';
import { needsMongoDb } from '../support/mongodb-server.ts';
import { type NodeApp, nodeApp } from '../support/node-app.ts';
import { type RestAnswer, type RestClient, restClient } from '../support/rest-client.ts';

interface Holder {
  readonly account: string;
  readonly keyId: string;
  /** A client of each node, all with the same key. */
  readonly clients: readonly RestClient[];
}

describe('three nodes on one EventStoreDB and one MongoDB', () => {
  let cluster: Cluster;
  let mailBox: MailBox;
  before(async function () {
    needsMongoDb(this);
    mailBox = await openMailBox();
    const oneAddress = { ASSAY_BASE_URL: 'http://assay.test', ASSAY_SMTP: mailBox.address };
    cluster = await startCluster({ environment: { ASSAY_ALLOWANCE_PRO: '0', ...oneAddress } });
  });
  after(async () => {
    await cluster?.remove();
    await mailBox?.close();
  });

  const assay = (...words: string[]): Promise<Record<string, never>> =>
    (cluster.nodes[0] ?? assert.fail()).result(...words);

  async function holder(credits: number, rateLimit = 100_000): Promise<Holder> {
    const [node = assert.fail()] = cluster.nodes;
    const { accountId, keyId, key } = await openHolder(node, { bonus: credits, rateLimit });
    const clients = cluster.nodes.map(({ url }) => restClient(url, key));
    return { account: accountId, keyId, clients };
  }

  /** Sends one request after another to the nodes in turn, all at the same time. */
  const atOnce = (
    { clients }: Holder,
    count: number,
    send: (client: RestClient, n: number) => Promise<RestAnswer>,
  ): Promise<readonly RestAnswer[]> =>
    Promise.all(
      Array.from({ length: count }, (_, n) =>
        send(clients[n % clients.length] ?? assert.fail(), n),
      ),
    );

  const statuses = (answers: readonly RestAnswer[]): Record<number, number> => {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };

  it('answer 10 of 200 requests when the credits are for 10', async () => {
    const user = await holder(20);
    const answers = await atOnce(user, 200, (client, n) =>
      client.post('/v1/plagiarism', { text: `word${n}` }),
    );
    assert.deepEqual(statuses(answers), { 200: 10, 402: 190 });
    for (const client of user.clients) {
      assert.equal((await client.usage()).credits.remaining, 0);
    }
    assert.equal((await assay('audit', user.account)).clean, true);
  });

  it('make 1 debit and 49 cache hits of 50 identical requests', async () => {
    const user = await holder(1000);
    const text = 'The same text is sent by fifty clients to three nodes at the very same time.';
    const answers = await atOnce(user, 50, (client) => client.post('/v1/grammar', { text }));
    assert.deepEqual(statuses(answers), { 200: 50 });
    const used = answers.map(({ headers }) => headers.get('x-credits-used'));
    assert.equal(used.filter((value) => value === '0').length, 49);
    const statement = JSON.stringify(await assay('statement', user.account));
    assert.equal(statement.match(/"kind":"debit"/g)?.length, 1);
    assert.equal(statement.match(/"kind":"hold"/g)?.length, 1);
    assert.equal(statement.match(/"kind":"cache_hit"/g)?.length, 49);
  });

  it('admit 60 requests a minute in all', async () => {
    const user = await holder(1000, 60);
    const answers = await atOnce(user, 200, (client) =>
      client.post('/v1/grammar', { text: 'One two three.' }),
    );
    assert.deepEqual(statuses(answers), { 200: 60, 429: 140 });
  });

  it('show in usage what another node has just charged', async () => {
    const user = await holder(1000);
    let used = 0;
    for (let n = 0; n < 9; n += 1) {
      const client = user.clients[n % 3] ?? assert.fail();
      const answer = await client.post('/v1/detect', { text: `word${n} and another one` });
      assert.equal(answer.status, 200);
      used += Number(answer.headers.get('x-credits-used'));
      const others = [user.clients[(n + 1) % 3], user.clients[(n + 2) % 3]];
      for (const other of others) {
        assert.equal((await other?.usage())?.credits.used, used);
      }
    }
  });

  it('replay a stored response, and refuse the same key at the same time', async () => {
    const user = await holder(1000);
    const headers = { 'Idempotency-Key': 'the-one-and-only' };
    const send = (client: RestClient): Promise<RestAnswer> =>
      client.post('/v1/grammar', { text: 'They is here.' }, headers);
    const answers = await atOnce(user, 30, send);
    const { 200: made = 0, 409: refused = 0, ...others } = statuses(answers);
    assert.deepEqual(others, {});
    assert.ok(made >= 1 && made + refused === 30);
    for (const client of user.clients) {
      const again = await send(client);
      assert.equal(again.headers.get('idempotent-replayed'), 'true');
    }
    const statement = JSON.stringify(await assay('statement', user.account));
    assert.equal(statement.match(/"kind":"debit"/g)?.length, 1);
  });

  it('refuse a key on every node once the command that revokes it has ended', async () => {
    const user = await holder(100);
    for (const client of user.clients) assert.equal((await client.usage()).plan, 'pro');
    await assay('key', 'revoke', user.keyId);
    const answers = await atOnce(user, 30, (client) =>
      client.post('/v1/grammar', { text: 'One two three.' }),
    );
    assert.deepEqual(statuses(answers), { 401: 30 });
  });

  describe('for an app whose every request comes to another of them', () => {
    let app: NodeApp;
    before(async () => {
      app = await nodeApp(cluster, mailBox);
    });

    it('register, approve, exchange and refresh, and refuse at once what one of them revoked', async () => {
      const first = await app.exchange(await app.approvedCode());
      assert.deepEqual(await app.statusesOf(first), [200, 200, 200]);
      const second = await app.refresh(first);
      assert.deepEqual(await app.statusesOf(second), [200, 200, 200]);
      await app.revoke(second);
      assert.deepEqual(await app.statusesOf(second), [401, 401, 401]);
      assert.deepEqual(await app.statusesOf(first), [200, 200, 200]);
      assert.equal((await app.refresh(first)).status, 400);
      assert.deepEqual(await app.statusesOf(first), [401, 401, 401]);
      assert.equal((await app.refresh(second)).status, 400);
    });

    it('give one of 30 exchanges of a code its tokens, and end what came of it', async () => {
      const code = await app.approvedCode();
      const all = await Promise.all(Array.from({ length: 30 }, () => app.exchange(code)));
      const won = all.filter(({ status }) => status === 200);
      assert.equal(won.length, 1);
      assert.ok(all.every(({ status }) => status === 200 || status === 400));
      assert.deepEqual(await app.statusesOf(won[0] ?? assert.fail()), [401, 401, 401]);
    });

    it('refuse at once what was disconnected on a page of another', async () => {
      const tokens = await app.exchange(await app.approvedCode());
      assert.deepEqual(await app.statusesOf(tokens), [200, 200, 200]);
      await app.disconnect();
      assert.deepEqual(await app.statusesOf(tokens), [401, 401, 401]);
    });
  });

  it('go on while their read models are rebuilt, and leave what the audit finds clean', async () => {
    const user = await holder(1000);
    const rebuilding = assay('rebuild');
    const answers = await atOnce(user, 30, (client, n) =>
      client.post('/v1/detect', { text: `word${n}` }),
    );
    assert.deepEqual(statuses(answers), { 200: 30 });
    assert.equal((await rebuilding).differing, 0);
    for (const client of user.clients) assert.equal((await client.usage()).credits.used, 30);
    const audit = await assay('audit');
    assert.deepEqual([audit.clean, audit.faults, audit.differences], [true, [], []]);
  });
});
