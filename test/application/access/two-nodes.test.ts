import assert from 'node:assert/strict';
import { approveAuthorization } from '../../../application/access/approve-authorization.ts';
import { authenticate } from '../../../application/access/authenticate.ts';
import { decideClaim } from '../../../application/access/decide-claim.ts';
import { disconnectAuthorization } from '../../../application/access/disconnect-authorization.ts';
import { enterUserCode } from '../../../application/access/enter-user-code.ts';
import { exchangeCode } from '../../../application/access/exchange-code.ts';
import { pollClaim } from '../../../application/access/poll-claim.ts';
import { refreshTokens } from '../../../application/access/refresh-tokens.ts';
import { registerAgent } from '../../../application/access/register-agent.ts';
import { auditLedger } from '../../../application/ledger/audit-ledger.ts';
import { streamPrefixes } from '../../../application/ledger/audit-stores.ts';
import { claimStream } from '../../../domain/access/agent-claim/events.ts';
import type { AccountId } from '../../../domain/shared/ids.ts';
import { type Core, openCore, supportPorts } from '../../../interfaces/composition.ts';
import { readConfig } from '../../../interfaces/config.ts';
import { assertions } from '../../support/agent-service.ts';
import { openedAccountIn } from '../../support/check-service.ts';
import {
  actor,
  client,
  codeVerifier,
  redirectUri,
  registerKnownClient,
} from '../../support/oauth-service.ts';
import { collect } from '../../support/sample-events.ts';
import { hasher } from '../../support/tally.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { clientId } = client;
const email = 'a@example.org';

describe('two nodes at once', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let cores: readonly Core[];
  let account: AccountId;

  beforeEach(async () => {
    folder = temporaryFolder();
    const config = readConfig({ ASSAY_DATA_DIR: folder.path });
    const open = () => openCore(config, (cause) => assert.fail(String(cause)));
    cores = [await open(), await open()];
    const [first] = cores;
    assert.ok(first !== undefined);
    await registerKnownClient(supportPorts(first));
    account = (await openedAccountIn(first, email)).accountId;
  });
  afterEach(async () => {
    await Promise.all(cores.map((core) => core.stores.close()));
    folder.remove();
  });

  const node = (number: number) => {
    const core = cores[number % 2];
    assert.ok(core !== undefined);
    return { ...supportPorts(core), assertions };
  };
  /** The same of both nodes, by turns. */
  const times = <Result>(
    count: number,
    work: (ports: ReturnType<typeof node>) => Promise<Result>,
  ) => Promise.all(Array.from({ length: count }, (_, number) => work(node(number))));
  const admitted = async (credential: string) => {
    const outcomes = await times(2, (ports) =>
      authenticate(ports, { credential, resource: 'rest' }),
    );
    return outcomes.map(({ ok }) => ok);
  };
  const exchange = (ports: ReturnType<typeof node>, code: string) =>
    exchangeCode(ports, { code, codeVerifier, redirectUri, clientId, resources: null });
  async function approved() {
    const codeChallenge = hasher.sha256Base64url(codeVerifier);
    const asked = { accountId: account, client, redirectUri, codeChallenge, actor };
    const outcome = await approveAuthorization(node(0), { ...asked, resources: ['rest'] });
    assert.ok(outcome.ok);
    return outcome.value;
  }

  it('let one of 50 exchanges of a code through, and end what came of it', async () => {
    const { code } = await approved();
    const outcomes = await times(50, (ports) => exchange(ports, code));
    const [won, ...others] = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value] : []));
    assert.ok(won !== undefined && others.length === 0);
    assert.deepEqual(await admitted(won.accessToken), [false, false]);
  });

  it('let at most one of 20 refreshes with one token through, and end the authorization', async () => {
    const tokens = await exchange(node(1), (await approved()).code);
    assert.ok(tokens.ok);
    const refreshToken = tokens.value.refreshToken ?? '';
    const outcomes = await times(20, (ports) =>
      refreshTokens(ports, { refreshToken, clientId, resources: null }),
    );
    const won = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.value.accessToken] : []));
    assert.equal(won.length, 1);
    for (const token of [tokens.value.accessToken, ...won]) {
      assert.deepEqual(await admitted(token), [false, false]);
    }
  });

  it('refuse at once what was disconnected at the other', async () => {
    const { code, authorizationId } = await approved();
    const tokens = await exchange(node(0), code);
    assert.ok(tokens.ok);
    assert.deepEqual(await admitted(tokens.value.accessToken), [true, true]);
    await disconnectAuthorization(node(1), { accountId: account, authorizationId, actor });
    assert.deepEqual(await admitted(tokens.value.accessToken), [false, false]);
    const { refreshToken } = tokens.value;
    const refreshed = await refreshTokens(node(0), {
      refreshToken: refreshToken ?? '',
      clientId,
      resources: null,
    });
    assert.equal(refreshed.ok, false);
  });

  it('judge at most five wrong codes of an agent together', async () => {
    const agent = await registerAgent(node(0), { loginHint: email, agentName: null });
    assert.ok(agent.ok);
    const { claim, registrationId } = agent.value;
    let guess = Number(claim.userCode);
    await times(40, (ports) => {
      guess = (guess + 1) % 1_000_000;
      const code = String(guess).padStart(6, '0');
      return enterUserCode(ports, { accountId: account, code, actor });
    });
    const right = { accountId: account, code: claim.userCode, actor };
    assert.deepEqual(await enterUserCode(node(1), right), { status: 'wrong' });
    const events = await collect(node(0).eventStore.readStream(claimStream(registrationId), 0));
    assert.equal(events.length, 6);
  });

  it('hand the tokens of an agent out once', async () => {
    const agent = await registerAgent(node(0), { loginHint: email, agentName: null });
    assert.ok(agent.ok);
    const { claim, claimToken, registrationId } = agent.value;
    const entry = { accountId: account, code: claim.userCode, actor };
    assert.equal((await enterUserCode(node(1), entry)).status, 'entered');
    const decision = { accountId: account, registrationId, decision: 'approve', actor } as const;
    const decided = await times(4, (ports) => decideClaim(ports, decision));
    assert.ok(decided.every(({ ok }) => ok));
    const free = { admitted: true, limit: 1, remaining: 0, resetSeconds: 5 };
    const rateWindows = { admit: async () => free, counted: async () => 0 };
    const polls = await times(20, (ports) =>
      pollClaim({ ...ports, rateWindows }, { claimToken, resources: null }),
    );
    const won = polls.flatMap((outcome) => (outcome.ok ? [outcome.value.accessToken] : []));
    assert.equal(won.length, 1);
    assert.deepEqual(await admitted(won[0] ?? ''), [true, true]);
    const audit = await auditLedger(node(0), { prefixes: streamPrefixes });
    assert.deepEqual(audit.faults, []);
  });
});
