import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { AuthorizationCommand } from '../../../../domain/access/authorization/decide.ts';
import {
  exchange,
  grant,
  hash,
  lifeOf,
  refreshing,
  stranger,
} from '../../../support/authorization-life.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** A step that somebody may take: the client, a thief of one of its tokens, or a stranger. */
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ what: fc.constant('exchange'), wrong: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('refresh'),
      token: fc.integer({ min: 0, max: 9 }),
      isStranger: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom('revoke access', 'revoke refresh'),
      token: fc.integer({ min: 0, max: 9 }),
      isStranger: fc.boolean(),
    }),
  },
);
const history = fc.array(
  fc.tuple(fc.constantFrom(0, 1_000, minute, 20 * minute, 2 * 60 * minute, 10 * day), step),
  { maxLength: 15 },
);
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The tokens that the n-th command would hand out carry the number n. */
function commandOf(given: Step, number: number): AuthorizationCommand {
  if ('wrong' in given) {
    return exchange(given.wrong ? { number, challenge: hash('x').slice(0, 43) } : { number });
  }
  const clientHash = given.isStranger ? stranger : grant.clientHash;
  if (given.what === 'refresh') {
    return refreshing(`refresh ${given.token}`, { number, clientHash });
  }
  const kind = given.what === 'revoke access' ? 'access' : 'refresh';
  const tokenHash = hash(`${kind} ${given.token}`);
  return { type: `revoke-${kind}-token`, tokenHash, clientHash };
}

describe('an authorization, whatever is done with it', () => {
  it('uses its code once, each refresh token once, and issues nothing after its end', () => {
    fc.assert(
      fc.property(history, (given) => {
        let time = 0;
        const steps = given.map(([pause, one], number) => {
          time += pause;
          return [time, commandOf(one, number)] as const;
        });
        const { statuses, types, events } = lifeOf(grant, ...steps);
        const issued = steps.filter((_, number) => statuses[number + 1] === 'issued');
        const used = issued.map(([, command]) =>
          command.type === 'refresh' ? command.refreshTokenHash : command.type,
        );
        assert.equal(new Set(used).size, used.length);
        const end = types.indexOf('AuthorizationEnded');
        if (end !== -1) assert.equal(end, types.length - 1);
        for (const event of events) {
          assert.ok(!JSON.stringify(event.data).includes('refresh '));
        }
      }),
      { numRuns: 3_000 },
    );
  });

  it('shows readers exactly the tokens that it holds to be good', () => {
    fc.assert(
      fc.property(history, (given) => {
        let time = 0;
        const steps = given.map(([pause, one], number) => {
          time += pause;
          return [time, commandOf(one, number)] as const;
        });
        const { authorization, record } = lifeOf(grant, ...steps);
        assert.ok(authorization.status !== 'unknown' && record !== null);
        assert.equal(record.ended, authorization.status === 'ended');
        assert.deepEqual(
          record.accessTokens.map((token) => [token.hash, token.expiresAt]),
          authorization.accessTokens.map((token) => [token.hash, token.expiresAt]),
        );
      }),
      { numRuns: 1_000 },
    );
  });

  it('ends with whoever brings back a used refresh token that would still be good', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 12 }),
        fc.nat(),
        fc.array(fc.integer({ min: 0, max: 4 * day }), { minLength: 12, maxLength: 12 }),
        (rotations, pick, pauses) => {
          const rotated = Array.from({ length: rotations }, (_, turn) => {
            const time = pauses.slice(0, turn + 1).reduce((sum, pause) => sum + pause, 0);
            return [time, refreshing(`refresh ${turn + 1}`, { number: turn + 2 })] as const;
          });
          const last = rotated.at(-1)?.[0] ?? 0;
          const old = (pick % rotations) + 1;
          const issuedAt = old === 1 ? 0 : (rotated[old - 2]?.[0] ?? 0);
          const replay = refreshing(`refresh ${old}`, { number: 99, clientHash: stranger });
          const life = lifeOf(grant, exchange(), ...rotated, [last, replay]);
          const isFresh = issuedAt + 30 * day > last;
          assert.equal(life.endedBecause, isFresh ? 'refresh_reused' : undefined);
        },
      ),
    );
  });
});
