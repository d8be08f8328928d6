import assert from 'node:assert/strict';
import { type HeldChecks, type HeldClient, startHeldChecks } from '../../support/held-checks.ts';
import { openCall } from '../../support/mcp-call.ts';
import { callTool, type McpClient, revisions, sendMessage } from '../../support/mcp-message.ts';

const cancelled = ['CreditsHeld', 'HoldReleased cancelled'];
const charged = ['CreditsHeld', 'CreditsDebited'];

describe('a long check over MCP', () => {
  let checks: HeldChecks;
  let texts = 0;

  before(async () => {
    checks = await startHeldChecks();
  });
  afterEach(() => checks.release());
  after(() => checks.close());

  const clientOf = ({ key }: HeldClient, revision: McpClient['revision']): McpClient => ({
    url: `${checks.app.base}/mcp`,
    credential: key,
    revision,
  });
  /** A text of four words that nobody has asked about before. */
  const freshText = (): string => {
    texts += 1;
    return `one two three ${texts}`;
  };
  const open = (client: McpClient, wish: { readonly id: number; readonly text?: string }) =>
    openCall(client, {
      id: wish.id,
      name: 'check_all',
      args: { text: wish.text ?? freshText() },
      progressToken: 'a-token',
    });
  const held = () => until(async () => checks.waiting() > 0);
  const inLedger = (client: HeldClient, types: readonly string[]) =>
    until(async () => JSON.stringify(await client.ledger()) === JSON.stringify(types));
  const remainingOf = async (client: McpClient): Promise<unknown> => {
    const { structuredContent } = await callTool(client, 'get_credits');
    return Object(structuredContent.credits).remaining;
  };

  for (const revision of revisions) {
    it(`is told of step by step to who gave a token, before its result, in ${revision}`, async () => {
      const client = clientOf(await checks.client(100), revision);
      const call = open(client, { id: 7 });
      // Words, grammar and plagiarism are done; detection waits.
      await until(async () => call.messages().length >= 3);
      assert.equal(call.ended(), false);
      checks.release();
      const messages = await call.all();
      const result = messages.at(-1);
      assert.equal(result?.id, 7);
      assert.ok(result?.result !== undefined);
      const told = messages.slice(0, -1);
      let before = 0;
      for (const { method, params, id } of told) {
        assert.equal(method, 'notifications/progress');
        assert.equal(id, undefined);
        assert.equal(params?.progressToken, 'a-token');
        assert.ok(params.progress !== undefined && params.progress > before);
        assert.equal(params.total, 5);
        assert.match(String(params.message), /\w/);
        before = params.progress;
      }
      assert.ok(before < 5);
      assert.deepEqual(await remainingOf(client), 100 - 4 - 2 - 8);
    });

    it(`is not told of to who gave none, in ${revision}`, async () => {
      const client = clientOf(await checks.client(100), revision);
      const call = openCall(client, { id: 8, name: 'check_ai', args: { text: freshText() } });
      await held();
      checks.release();
      const messages = await call.all();
      assert.deepEqual(
        messages.map(({ id }) => id),
        [8],
      );
    });
  }

  it('is taken back by closing its stream, and charged nothing, in 2026-07-28', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2026-07-28');
    const call = open(client, { id: 1 });
    await until(async () => call.messages().length >= 1);
    await held();
    call.hangUp();
    await inLedger(account, cancelled);
    assert.equal(await remainingOf(client), 100);
  });

  it('is taken back before a byte of its answer came, in 2026-07-28', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2026-07-28');
    const faults = checks.app.logged.filter(({ level }) => level === 'error').length;
    const hangUp = new AbortController();
    const params = { name: 'check_ai', arguments: { text: freshText() } };
    const sent = sendMessage(client, { method: 'tools/call', params }, { signal: hangUp.signal });
    await held();
    hangUp.abort();
    await assert.rejects(sent, { name: 'AbortError' });
    await inLedger(account, cancelled);
    assert.equal(await remainingOf(client), 100);
    // A client that leaves is no fault of ours.
    assert.equal(checks.app.logged.filter(({ level }) => level === 'error').length, faults);
  });

  it('is taken back by a notification, and charged nothing, in 2025-11-25', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2025-11-25');
    const call = open(client, { id: 41 });
    await until(async () => call.messages().length >= 1);
    await held();
    assert.equal((await takeBack(client, 41)).status, 202);
    await inLedger(account, cancelled);
    const answers = (await call.all()).filter(({ id }) => id === 41);
    assert.ok(answers.every(({ result }) => result === undefined));
    assert.equal(await remainingOf(client), 100);
  });

  it('goes on when somebody else, or another id, is taken back, in 2025-11-25', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2025-11-25');
    const stranger = clientOf(await checks.client(100), '2025-11-25');
    const call = open(client, { id: 5 });
    await held();
    await takeBack(stranger, 5);
    for (const other of ['5', 6, null, { id: 5 }, undefined, '__proto__']) {
      await takeBack(client, other);
    }
    checks.release();
    const messages = await call.all();
    assert.ok(messages.at(-1)?.result !== undefined);
    assert.deepEqual(await account.ledger(), charged);
  });

  it('goes on when its stream breaks, and the next try gets it, in 2025-11-25', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2025-11-25');
    const text = freshText();
    const call = openCall(client, {
      id: 1,
      name: 'check_ai',
      args: { text },
      progressToken: 1,
    });
    await held();
    call.hangUp();
    checks.release();
    await inLedger(account, charged);
    const { structuredContent } = await callTool(client, 'check_ai', { text });
    assert.deepEqual(structuredContent.credits, { used: 0, remaining: 96 });
  });

  it('runs again after it was taken back', async () => {
    const account = await checks.client(100);
    const client = clientOf(account, '2026-07-28');
    const text = freshText();
    const first = open(client, { id: 1, text });
    await held();
    first.hangUp();
    await inLedger(account, cancelled);
    checks.release();
    const second = open(client, { id: 2, text });
    await held();
    checks.release();
    assert.ok((await second.all()).at(-1)?.result !== undefined);
    assert.deepEqual(await account.ledger(), [...cancelled, ...charged]);
  });
});

function takeBack(client: McpClient, requestId: unknown) {
  return sendMessage(client, { method: 'notifications/cancelled', params: { requestId } });
}

/** Waits for a condition, however busy the machine is. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  for (;;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
