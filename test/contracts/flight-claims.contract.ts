import assert from 'node:assert/strict';
import type { FlightClaims } from '../../application/ports/flight-claims.ts';
import { instant } from '../../domain/shared/instant.ts';

const start = 1_700_000_000_000;
const leaseMs = 10_000;

/** `open` gives the claims as one more node sees them. */
export function describeFlightClaims(name: string, open: () => Promise<FlightClaims>): void {
  describe(`flight claims: ${name}`, () => {
    let claims: FlightClaims;
    let names = 0;
    let keys: readonly [string, string];

    before(async () => {
      claims = await open();
    });
    beforeEach(() => {
      names += 1;
      keys = [`grammar|${names}`, `ai|${names}`];
    });

    const claim = (owner: string, of: readonly string[], atMs = 0): Promise<boolean> =>
      claims.claim({ owner, keys: of, now: instant(start + atMs), leaseMs });

    it('give a key to one owner, and to the next once it is free', async () => {
      assert.equal(await claim('a', keys), true);
      assert.equal(await claim('b', keys, 1), false);
      await claims.release({ owner: 'a', keys });
      assert.equal(await claim('b', keys, 2), true);
    });

    it('give all keys or none', async () => {
      const [one, two] = keys;
      for (const taken of keys) {
        assert.equal(await claim('a', [taken]), true);
        assert.equal(await claim('b', keys), false);
        assert.equal(
          await claim(
            'c',
            keys.filter((key) => key !== taken),
          ),
          true,
        );
        for (const owner of ['a', 'c']) await claims.release({ owner, keys: [one, two] });
      }
      assert.equal(await claim('b', keys), true);
    });

    it('end with their lease, unless they are renewed', async () => {
      await claim('a', keys);
      const now = instant(start + leaseMs - 1);
      await claims.renew([{ owner: 'a', keys }], { now, leaseMs });
      assert.equal(await claim('b', keys, leaseMs), false);
      assert.equal(await claim('b', keys, 2 * leaseMs - 1), true);
    });

    it('leave a key to whoever took it over', async () => {
      await claim('a', keys);
      assert.equal(await claim('b', keys, leaseMs), true);
      const now = instant(start + leaseMs);
      await claims.renew([{ owner: 'a', keys }], { now, leaseMs: 100 * leaseMs });
      await claims.release({ owner: 'a', keys });
      assert.equal(await claim('c', keys, leaseMs + 1), false);
      assert.equal(await claim('c', keys, 2 * leaseMs), true);
    });

    it('have one winner of many, whoever asks and in whatever order', async () => {
      for (let round = 0; round < 20; round += 1) {
        const mine = keys.map((key) => `${key}|${round}`);
        const won = await Promise.all(
          Array.from({ length: 10 }, (_, n) =>
            claim(`${n}`, n % 2 === 0 ? mine : [...mine].reverse()),
          ),
        );
        assert.equal(won.filter(Boolean).length, 1);
      }
    });

    it('forget what nobody came back for', async () => {
      await claim('a', keys);
      await claims.sweep(instant(start + leaseMs));
      assert.equal(await claim('b', keys), true);
    });
  });
}
