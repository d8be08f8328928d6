import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createFairQueue } from '../../../infrastructure/analysis/fair-queue.ts';

describe('fair queue', () => {
  const task = (fairnessKey: string, name: string, { isLong = false, cost = 1 } = {}) => ({
    fairnessKey,
    name,
    isLong,
    cost,
  });

  it('lets keys take turns and keeps the order within one', () => {
    const queue = createFairQueue<ReturnType<typeof task>>();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2'])
      queue.add(task(name.slice(0, 1), name));
    const taken = Array.from({ length: 6 }, () => queue.take(true)?.name);
    assert.deepEqual(taken, ['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    assert.equal(queue.take(true), undefined);
  });

  it('shares by work: who asks for little passes who asks for much', () => {
    const queue = createFairQueue<ReturnType<typeof task>>();
    for (const name of ['a1', 'a2', 'a3']) queue.add(task('a', name, { cost: 100 }));
    assert.equal(queue.take(true)?.name, 'a1');
    for (const name of ['b1', 'b2', 'b3']) queue.add(task('b', name, { cost: 10 }));
    const taken = Array.from({ length: 5 }, () => queue.take(true)?.name);
    assert.deepEqual(taken, ['b1', 'b2', 'b3', 'a2', 'a3']);
  });

  it('lets nobody save up turns while away', () => {
    const queue = createFairQueue<ReturnType<typeof task>>();
    for (let round = 0; round < 50; round += 1) queue.add(task('a', `a${round}`, { cost: 10 }));
    for (let round = 0; round < 40; round += 1) queue.take(true);
    for (let round = 0; round < 10; round += 1) queue.add(task('b', `b${round}`, { cost: 10 }));
    const taken = Array.from({ length: 10 }, () => queue.take(true)?.fairnessKey);
    assert.equal(taken.filter((key) => key === 'a').length, 5);
  });

  it('passes over long tasks while none may start, without losing their turn', () => {
    const queue = createFairQueue<ReturnType<typeof task>>();
    queue.add(task('a', 'long', { isLong: true }));
    queue.add(task('b', 'short'));
    assert.equal(queue.take(false)?.name, 'short');
    assert.equal(queue.take(false), undefined);
    assert.equal(queue.length, 1);
    assert.equal(queue.take(true)?.name, 'long');
  });

  it('gives out every task once, whatever the order of calls', () => {
    const calls = fc.array(
      fc.oneof(
        fc.record({
          fairnessKey: fc.constantFrom('a', 'b', 'c'),
          isLong: fc.boolean(),
          cost: fc.integer({ min: 1, max: 9 }),
        }),
        fc.constant('take' as const),
      ),
    );
    fc.assert(
      fc.property(calls, (sequence) => {
        const queue = createFairQueue<ReturnType<typeof task>>();
        const taken: string[] = [];
        let added = 0;
        for (const call of sequence) {
          if (call !== 'take') queue.add(task(call.fairnessKey, `${added++}`, call));
          else taken.push(...[queue.take(added % 2 === 0)].flatMap((found) => found?.name ?? []));
          assert.equal(queue.length, added - taken.length);
        }
        taken.push(...queue.drain().map(({ name }) => name));
        assert.equal(queue.length, 0);
        assert.deepEqual(
          taken.map(Number).sort((a, b) => a - b),
          Array.from({ length: added }, (_, n) => n),
        );
      }),
    );
  });
});
