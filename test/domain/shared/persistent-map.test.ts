import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  emptyMap,
  mapEntries,
  mapFrom,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../../../domain/shared/persistent-map.ts';

/** Two keys of equal FNV-1a hash, found by trying out numbered words. */
const twins = ['k-7yzx', 'k-e6ad'] as const;

type Step = readonly ['set' | 'remove', string, number];

const keys = fc.oneof(
  fc.constantFrom('', '__proto__', 'constructor', 'a', 'b', 'c'),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 0, max: 400 }).map((n) => `chk_${n}`),
);
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.tuple(fc.constantFrom('set' as const, 'set' as const, 'remove' as const), keys, fc.nat()),
  { maxLength: 400, size: 'max' },
);

function assertSame(map: PersistentMap<number>, model: ReadonlyMap<string, number>): void {
  assert.equal(map.size, model.size);
  const entries = [...mapEntries(map)].sort(byKey);
  assert.deepEqual(entries, [...model.entries()].sort(byKey));
  for (const [key, value] of model) assert.equal(mapGet(map, key), value);
}

function byKey([left]: readonly [string, number], [right]: readonly [string, number]): number {
  return left < right ? -1 : 1;
}

function apply(map: PersistentMap<number>, [what, key, value]: Step): PersistentMap<number> {
  return what === 'set' ? mapSet(map, key, value) : mapRemove(map, key);
}

describe('a persistent map', () => {
  it('holds what a Map holds after the same steps', () => {
    fc.assert(
      fc.property(steps, (script) => {
        const model = new Map<string, number>();
        let map = emptyMap<number>();
        for (const step of script) {
          const [what, key, value] = step;
          map = apply(map, step);
          if (what === 'set') model.set(key, value);
          else model.delete(key);
        }
        assertSame(map, model);
      }),
      { numRuns: 200 },
    );
  });

  it('never changes an older version of itself', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const old = before.reduce(apply, emptyMap<number>());
        const entries = [...mapEntries(old)];
        after.reduce(apply, old);
        assert.deepEqual([...mapEntries(old)], entries);
        assert.equal(old.size, entries.length);
      }),
    );
  });

  it('tells apart keys of the same hash', () => {
    const both = mapSet(mapSet(emptyMap<number>(), twins[0], 1), twins[1], 2);
    assertSame(
      both,
      new Map([
        [twins[0], 1],
        [twins[1], 2],
      ]),
    );
    assertSame(
      mapSet(both, twins[0], 3),
      new Map([
        [twins[0], 3],
        [twins[1], 2],
      ]),
    );
    assertSame(mapRemove(both, twins[0]), new Map([[twins[1], 2]]));
    assertSame(mapRemove(mapRemove(both, twins[0]), twins[1]), new Map());
  });

  it('knows nothing of a key that was never set, also beside one of the same hash', () => {
    const one = mapSet(emptyMap<number>(), twins[0], 1);
    assert.equal(mapGet(one, twins[1]), undefined);
    assert.equal(mapRemove(one, twins[1]), one);
  });

  it('takes a hundred thousand keys, and gives them back', () => {
    let map = emptyMap<number>();
    for (let n = 0; n < 100_000; n += 1) map = mapSet(map, `chk_${n}`, n);
    assert.equal(map.size, 100_000);
    for (let n = 0; n < 100_000; n += 1) map = mapRemove(map, `chk_${n}`);
    assertSame(map, new Map());
  });

  it('is the same map when it is made of many entries at once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(keys, fc.nat()), { maxLength: 300, size: 'max' }), (pairs) => {
        const model = new Map([...pairs, [twins[0], 1], [twins[1], 2]]);
        const oneByOne = [...model].reduce(
          (map, [key, value]) => mapSet(map, key, value),
          emptyMap<number>(),
        );
        assert.deepEqual(mapFrom([...model]), oneByOne);
        assertSame(mapRemove(mapFrom([...model]), twins[0]), without(model, twins[0]));
      }),
    );
    assert.deepEqual(mapFrom([]), emptyMap());
  });
});

function without(model: ReadonlyMap<string, number>, key: string): ReadonlyMap<string, number> {
  return new Map([...model].filter(([name]) => name !== key));
}
