import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { Attributes } from '../../application/ports/telemetry.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type HoldSweeper, startHoldSweeper } from '../../interfaces/hold-sweeper.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';
import { eventually } from '../support/sample-events.ts';

describe('the sweeper of expired holds', () => {
  let service: CheckService;
  let sweeper: HoldSweeper | undefined;
  beforeEach(async () => {
    service = await openCheckService();
  });
  afterEach(async () => {
    await sweeper?.close();
    await service.close();
  });

  /** A clock that stands still between turns: every pause ends at once, and is counted. */
  function start(query: () => Promise<readonly never[]>) {
    const pauses: number[] = [];
    const warnings: (Attributes | undefined)[] = [];
    const ports = supportPorts(service.core);
    sweeper = startHoldSweeper({
      ...ports,
      readModels: { ...ports.readModels, query },
      telemetry: {
        ...service.ports.telemetry,
        log: (_level, _message, fields) => warnings.push(fields),
      },
      timers: {
        random: () => 0.5,
        async pause(ms) {
          pauses.push(ms);
          await new Promise(setImmediate);
        },
      },
    });
    return { pauses, warnings };
  }

  it('looks again and again, a quarter of a minute apart', async () => {
    let turns = 0;
    const { pauses } = start(async () => {
      turns += 1;
      return [];
    });
    await eventually('it looked five times', () => turns >= 5);
    assert.deepEqual(new Set(pauses.slice(1)), new Set([15_000]));
  });

  it('says that it failed, and goes on', async () => {
    let turns = 0;
    const { warnings } = start(async () => {
      turns += 1;
      throw new StoreUnavailableError('no store');
    });
    await eventually('it looked three times', () => turns >= 3);
    assert.deepEqual(warnings[0], { cause: 'no store' });
  });

  it('takes no further turn once it is closed', async () => {
    let turns = 0;
    start(async () => {
      turns += 1;
      return [];
    });
    await eventually('it looked', () => turns > 0);
    await sweeper?.close();
    const before = turns;
    await new Promise((resolve) => setTimeout(resolve, 30));
    assert.equal(turns, before);
  });
});
