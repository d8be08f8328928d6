import assert from 'node:assert/strict';
import { type Flights, openFlights } from '../../application/checks/flights.ts';
import { type NodeClaims, openNodeClaims } from '../../application/checks/node-claims.ts';
import { runIdempotently } from '../../application/checks/run-idempotently.ts';
import { instant } from '../../domain/shared/instant.ts';
import { describeFlightClaims } from '../contracts/flight-claims.contract.ts';
import { openCheckService } from '../support/check-service.ts';
import { type SharedClaims, sharedClaims } from '../support/shared-claims.ts';
import { wordCountAnalyser } from '../support/word-count-analyser.ts';

describeFlightClaims('in memory', async () => sharedClaims());

describe('claims of several nodes', () => {
  let shared: SharedClaims;
  let timeMs: number;
  const nodes: NodeClaims[] = [];

  beforeEach(() => {
    shared = sharedClaims();
    timeMs = 1_700_000_000_000;
  });
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.close()));
  });

  /** A node whose pauses take no time but move the clock. */
  function openNode(): NodeClaims {
    let ids = 0;
    const name = `node${nodes.length}`;
    const node = openNodeClaims({
      claims: shared,
      clock: { now: () => instant(timeMs) },
      timers: {
        async pause(durationMs) {
          timeMs += Math.ceil(durationMs);
          await new Promise(setImmediate);
        },
        random: () => 0.5,
      },
      ids: {
        uuid: () => `${name}-${ids++}`,
        fresh: (prefix) => `${prefix}${name}${ids++}`,
      },
    });
    nodes.push(node);
    return node;
  }

  it('let one node through at a time', async () => {
    let inside = 0;
    const passages = Array.from({ length: 30 }, async (_, n) => {
      const node = nodes[n % 3] ?? openNode();
      const release = await node.take(n % 2 === 0 ? ['ai', 'grammar'] : ['grammar']);
      inside += 1;
      assert.equal(inside, 1);
      await new Promise(setImmediate);
      inside -= 1;
      release();
    });
    await Promise.all(passages);
  });

  it('are renewed for as long as the work takes', async () => {
    const [one, two] = [openNode(), openNode()];
    const release = await one.take(['ai']);
    let taken = false;
    const taking = two.take(['ai']).then((end) => {
      taken = true;
      return end;
    });
    const startedMs = timeMs;
    while (timeMs < startedMs + 60_000) await new Promise(setImmediate);
    assert.equal(taken, false);
    release();
    (await taking)();
  });

  it('are taken over when their node is gone', async () => {
    const now = instant(timeMs);
    await shared.claim({ owner: 'a dead node', keys: ['ai'], now, leaseMs: 10_000 });
    (await openNode().take(['ai']))();
    assert.ok(timeMs >= now + 10_000 && timeMs < now + 15_000);
  });

  it('hold nobody up when the store is down', async () => {
    shared.down = true;
    const release = await openNode().take(['ai']);
    release();
  });

  it('wait for nobody once the node is closed', async () => {
    const [one, two] = [openNode(), openNode()];
    const release = await one.take(['ai']);
    const taking = two.take(['ai']);
    await two.close();
    (await taking)();
    release();
  });
});

describe('identical requests on several nodes', () => {
  const text = 'The same words are sent to three nodes at the very same time.';

  it('are made once, whichever node they reach', async () => {
    const analyser = wordCountAnalyser();
    const service = await openCheckService(analyser);
    try {
      const caller = await service.caller({ credits: 1_000 });
      const claims = sharedClaims();
      const timers = {
        pause: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
        random: () => 0.5,
      };
      const flights: readonly Flights[] = Array.from({ length: 3 }, () =>
        openFlights(openNodeClaims({ ...service.ports, claims, timers })),
      );
      const checks = { ai: true, grammar: true, plagiarism: false, deep: false };
      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          runIdempotently(
            { ...service.ports, flights: flights[n % 3] ?? assert.fail() },
            {
              caller,
              correlationId: `request ${n}`,
              route: '/v1/analyze',
              idempotencyKey: null,
              request: { source: { kind: 'text', text }, checks, uiLanguage: 'en', store: false },
            },
          ),
        ),
      );
      const used = outcomes.map((outcome) => (outcome.ok ? outcome.value.creditsUsed : -1));
      assert.equal(used.filter((credits) => credits === 0).length, 49);
      assert.deepEqual(analyser.runs, { detect: 1, grammar: 1, compare: 0 });
    } finally {
      await service.close();
    }
  });
});
