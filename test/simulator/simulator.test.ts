import assert from 'node:assert/strict';
import { knownMistakes } from './mistakes.ts';
import { simulate } from './simulate.ts';

describe('the simulated world', function () {
  this.timeout(300_000);

  it('is the same world again for the same seed', async () => {
    for (const seed of [1, 4711, 0xffff_ffff]) {
      const [first, second] = [await simulate(seed), await simulate(seed)];
      assert.deepEqual(first, second);
    }
  });

  it('is another world for another seed', async () => {
    const [one, other] = [await simulate(1), await simulate(2)];
    assert.notEqual(one.traceHash, other.traceHash);
  });

  it('loses, doubles and makes up nothing, whatever fails', async () => {
    let [kills, powerCuts, tornWrites, conflicts, paid] = [0, 0, 0, 0, 0];
    const started = process.hrtime.bigint();
    for (let seed = 1; seed <= 100; seed += 1) {
      const { violation, counts, answers } = await simulate(seed);
      assert.equal(violation, null, `npm run simulate -- --seed ${seed} --trace`);
      kills += counts.kills;
      powerCuts += counts.powerCuts;
      tornWrites += counts.tornWrites;
      conflicts += counts.conflicts;
      paid += answers.paid ?? 0;
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      if (seconds > 12 && seed >= 20) break;
    }
    for (const count of [kills, powerCuts, tornWrites, conflicts, paid]) assert.ok(count > 5);
  });
});

describe('the simulator finds a system that', function () {
  this.timeout(300_000);

  for (const [name, mistakes] of Object.entries(knownMistakes)) {
    it(name, async () => {
      for (let seed = 1; seed <= 200; seed += 1) {
        const { violation } = await simulate(seed, { mistakes });
        if (violation !== null) return;
      }
      assert.fail('200 seeds found nothing');
    });
  }
});
