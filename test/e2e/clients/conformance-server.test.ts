import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type BearerProxy, bearerProxy } from '../../support/bearer-proxy.ts';
import { faultsOf, type Results, readResults } from '../../support/conformance-results.ts';
import { type ConnectedService, startConnectedService } from '../../support/connected-service.ts';
import { inapplicable } from '../../support/inapplicable-scenarios.ts';
import { type Revision, revisions, sendMessage } from '../../support/mcp-message.ts';
import { type McpPrograms, mcpPrograms, mcpProgramsNeed } from '../../support/mcp-programs.ts';
import { needs } from '../../support/needs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/**
 * What applies to a server of tools passes; what cannot apply is listed with its reason, and the suite has to
 * say the same.
 */
describe('the server part of the MCP conformance suite', function () {
  this.timeout(900_000);
  const folder = temporaryFolder();
  const ran = new Set<string>();
  let programs: McpPrograms | null = null;
  let service: ConnectedService | undefined;
  let proxy: BearerProxy | undefined;
  let key = '';

  before(async function () {
    programs = await mcpPrograms();
    needs(this, mcpProgramsNeed, programs !== null);
    service = await startConnectedService();
    key = await service.key({ email: 'writer@example.com', rateLimit: 100_000 });
    proxy = await bearerProxy(service.mcpUrl, key);
  });
  after(async () => {
    await proxy?.close();
    await service?.close();
    folder.remove();
  });

  async function results(name: string, ...which: readonly string[]): Promise<Results> {
    const { run } = programs ?? assert.fail('the suite is not there');
    const path = join(folder.path, name);
    const url = String(proxy?.url);
    const { stdout, stderr } = await run(
      'conformance',
      'server',
      '--url',
      url,
      '-o',
      path,
      ...which,
    );
    try {
      return readResults(path);
    } catch (cause) {
      throw new Error(`the suite left no results: ${stdout}${stderr}`, { cause });
    }
  }

  async function listed(...which: readonly string[]): Promise<readonly string[]> {
    const { run } = programs ?? assert.fail('the suite is not there');
    const { stdout } = await run('conformance', 'list', '--server', ...which);
    return [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name);
  }

  for (const revision of revisions) {
    it(`passes all that applies in ${revision}`, async () => {
      const found = await results(revision, '--requirements', revision);
      for (const scenario of found.keys()) ran.add(scenario);
      const expected = await listed('--spec-version', revision);
      assert.ok(expected.length > 30, expected.join());
      assert.deepEqual(
        expected.filter((scenario) => !found.has(scenario)),
        [],
        'scenarios of the revision that were not run',
      );
      assert.deepEqual(faultsIn(found, revision), []);
    });

    it(`says it has tools and nothing else, in ${revision}`, async () => {
      const client = { url: String(service?.mcpUrl), credential: key, revision };
      const { messages } = await sendMessage(client, greetings[revision]);
      assert.deepEqual(messages[0]?.result?.capabilities, { tools: {} });
    });
  }

  it('has no scenario beyond these but of extensions that the server does not have', async () => {
    const beyond = (await listed()).filter((scenario) => !ran.has(scenario));
    const faults: string[] = [];
    for (const scenario of beyond) {
      faults.push(...faultsIn(await results(scenario, '--scenario', scenario), '2026-07-28'));
      ran.add(scenario);
    }
    assert.deepEqual(faults, []);
    const unknown = inapplicable
      .flatMap(({ scenarios }) => scenarios)
      .filter((scenario) => !ran.has(scenario));
    assert.deepEqual(unknown, [], 'scenarios in the list that the suite does not have');
  });
});

function faultsIn(results: Results, revision: Revision): readonly string[] {
  return [...results].flatMap(([scenario, checks]) => faultsOf(scenario, checks, revision));
}

const greetings = {
  '2025-11-25': {
    method: 'initialize',
    params: {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    },
  },
  '2026-07-28': { method: 'server/discover' },
} as const;

describe('what the suite found', () => {
  const judged = (scenario: string, ...checks: Parameters<typeof faultsOf>[1]) =>
    faultsOf(scenario, checks, '2026-07-28').map((fault) =>
      fault.split(/: |\{/).slice(0, 2).join(),
    );
  const passed = { id: 'a-check', status: 'SUCCESS' } as const;
  const failed = { id: 'a-check', status: 'FAILURE', errorMessage: 'Method not found' } as const;
  const onTheWire = { id: 'wire-schema-valid', status: 'SUCCESS' } as const;

  it('is a fault where a scenario is not excused and does not pass, or shows nothing', () => {
    assert.deepEqual(judged('a-new-scenario', passed, onTheWire), []);
    assert.deepEqual(judged('a-new-scenario', failed), [
      'a-new-scenario,a-check',
      'a-new-scenario,nothing was checked',
    ]);
    const skipped = { id: 'a-check', status: 'SKIPPED' } as const;
    assert.deepEqual(judged('a-new-scenario', passed, skipped), ['a-new-scenario,a-check']);
    assert.deepEqual(judged('a-new-scenario', onTheWire), ['a-new-scenario,nothing was checked']);
  });

  it('is a fault where an excused scenario applies after all, or fails for another reason', () => {
    assert.deepEqual(judged('prompts-list', failed, onTheWire), []);
    assert.deepEqual(judged('prompts-list', passed, onTheWire), ['prompts-list,applies after all']);
    const broken = { ...failed, id: 'another', errorMessage: 'Internal error' };
    assert.deepEqual(judged('prompts-list', failed, broken), [
      'prompts-list,another fails otherwise',
    ]);
    const wire = { ...onTheWire, status: 'FAILURE' } as const;
    assert.deepEqual(judged('prompts-list', failed, wire), ['prompts-list,wire-schema-valid']);
    const [excused = assert.fail(), ...others] = inapplicable
      .filter(({ scenarios }) => scenarios.includes('caching'))
      .flatMap(({ checks = [] }) => checks)
      .map((id) => ({ ...failed, id }));
    assert.deepEqual(judged('caching', passed, excused, ...others), []);
    const applies = { ...excused, status: 'SUCCESS', errorMessage: '' } as const;
    assert.deepEqual(judged('caching', applies, ...others), [
      `caching,${excused.id} applies after all`,
    ]);
  });
});
