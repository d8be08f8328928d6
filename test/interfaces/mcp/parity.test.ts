import assert from 'node:assert/strict';
import { AnalysisFailedError } from '../../../application/ports/analyser.ts';
import { StoreUnavailableError } from '../../../application/ports/event-store.ts';
import { OverloadedError } from '../../../application/ports/overloaded.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { type Refusal, refused } from '../../../domain/shared/refusal.ts';
import { problemKinds } from '../../../interfaces/http/problems.ts';
import { callTool, type McpClient, revisions } from '../../support/mcp-message.ts';
import { type CheckOutput, outputChecks } from '../../support/mcp-outputs.ts';
import { askJson, double, goodKey, type RunningApp, startApp } from '../http/start-app.ts';

/** What only REST's HTTP can say: RFC 9457 members, and the names of address and request. */
const restOnly = ['type', 'title', 'status', 'instance', 'request_id'];

describe('errors over MCP', () => {
  let app: RunningApp;
  let holdsToSchema: CheckOutput;
  let next: () => Promise<{ readonly ok: false; readonly refusal: Refusal }>;

  before(async () => {
    app = await startApp(double({ runCheck: () => next() }));
    holdsToSchema = await outputChecks(client('2026-07-28'));
  });
  after(() => app.close());

  const client = (revision: McpClient['revision']): McpClient => ({
    url: `${app.base}/mcp`,
    credential: goodKey,
    revision,
  });

  async function bothAnswers(revision: McpClient['revision']) {
    const rest = await askJson(app, '/v1/detect', { text: 'Hello.' });
    const mcp = await callTool(client(revision), 'check_ai', { text: 'Hello.' });
    const body = Object.entries(rest.json).filter(([name]) => !restOnly.includes(name));
    return { rest: Object.fromEntries(body), mcp };
  }

  for (const revision of revisions) {
    for (const code of Object.keys(problemKinds)) {
      it(`are those of REST for ${code}, in ${revision}`, async () => {
        next = async () => ({ ok: false, refusal: refusalOf(code) });
        const { rest, mcp } = await bothAnswers(revision);
        const { retry_after_seconds: retryAfter, ...body } = mcp.structuredContent;
        assert.equal(mcp.isError, true);
        assert.deepEqual(body, rest);
        assert.equal(body.code, code);
        assert.equal(retryAfter, code === 'rate_limited' ? 3 : undefined);
        holdsToSchema('check_ai', mcp);
      });
    }
  }

  for (const error of [
    new StoreUnavailableError('secret'),
    new OverloadedError('secret'),
    new AnalysisFailedError('secret'),
    new Error('secret'),
  ]) {
    it(`are those of REST for a thrown ${error.name}, and show none of it`, async () => {
      next = () => Promise.reject(error);
      const { rest, mcp } = await bothAnswers('2026-07-28');
      assert.equal(mcp.isError, true);
      assert.deepEqual(mcp.structuredContent, rest);
      assert.equal(rest.code, 'internal');
      assert.doesNotMatch(JSON.stringify([mcp, app.logged]), /secret/);
    });
  }
});

function refusalOf(code: string): Refusal {
  const detail = 'Why it is so.';
  switch (code) {
    case 'key_cap_reached':
    case 'insufficient_credits': {
      const amounts = { needed: credits(12), remaining: credits(5), shortfall: credits(7) };
      return { code, detail, ...amounts };
    }
    case 'rate_limited':
      return { code, detail, retryAfterSeconds: 2.1 };
    default:
      return refused(plainCode(code), detail).refusal;
  }
}

type PlainCode = Parameters<typeof refused>[0];

function plainCode(code: string): PlainCode {
  const isPlain = (name: string): name is PlainCode => name in problemKinds;
  assert.ok(isPlain(code));
  return code;
}
