import assert from 'node:assert/strict';
import {
  type AgentClaim,
  evolve,
  pollStatus,
} from '../../../../domain/access/agent-claim/agent-claim.ts';
import { type AgentClaimCommand, decide } from '../../../../domain/access/agent-claim/decide.ts';
import { accountId, registrationId } from '../../../../domain/shared/ids.ts';
import { instant } from '../../../../domain/shared/instant.ts';
import { hasher } from '../../../support/tally.ts';

const hash = hasher.sha256;
const account = accountId('acc_00000000');
const stranger = accountId('acc_00000001');
const minute = 60_000;
const day = 24 * 60 * minute;

const register: AgentClaimCommand = {
  type: 'register-agent',
  registrationId: registrationId('reg_00000000'),
  hintHash: hash('hint'),
  claimTokenHash: hash('token'),
  codeHash: hash('code 1'),
  codeExpiresAt: instant(10 * minute),
  expiresAt: instant(day),
};
const enter = (code = 'code 1', by = account): AgentClaimCommand => ({
  type: 'enter-code',
  accountId: by,
  codeHash: hash(code),
});
const renew = (code: string, until = 20 * minute, change = {}): AgentClaimCommand => ({
  type: 'renew-code',
  claimTokenHash: hash('token'),
  hintHash: hash('hint'),
  codeHash: hash(code),
  codeExpiresAt: instant(until),
  ...change,
});
const approve: AgentClaimCommand = { type: 'approve', accountId: account };
const decline: AgentClaimCommand = { type: 'decline', accountId: account };
const collect: AgentClaimCommand = { type: 'collect' };
const wrong = enter('a guess');

/** Carries out commands one after another, at the beginning of time or later. */
function lifeOf(...steps: readonly (AgentClaimCommand | readonly [number, AgentClaimCommand])[]) {
  let claim: AgentClaim | null = null;
  let at = instant(0);
  const statuses: string[] = [];
  const types: string[] = [];
  for (const step of steps) {
    const [time, command] = 'type' in step ? [0, step] : step;
    at = instant(time);
    const decided = decide(claim, command, { at, sameDigest: hasher.sameDigest });
    statuses.push(decided.answer.status);
    for (const { event } of decided.events) {
      types.push(event.type);
      claim = evolve(claim, event, at);
    }
  }
  return { claim, statuses, types, poll: claim === null ? null : pollStatus(claim, at) };
}

describe("an agent's claim", () => {
  it('is registered once, and is nothing before', () => {
    assert.deepEqual(lifeOf(register, register).statuses, ['done', 'exists']);
    const { statuses, types } = lifeOf(renew('code 2'), enter(), approve, decline, collect);
    assert.deepEqual(
      statuses,
      Array.from({ length: 5 }, () => 'unknown'),
    );
    assert.deepEqual(types, []);
  });

  it('goes from the code over the approval to the one collection', () => {
    const life = lifeOf(register, enter(), approve, collect, collect);
    assert.deepEqual(life.statuses, ['done', 'entered', 'approved', 'approved', 'unknown']);
    assert.deepEqual(life.types, [
      'AgentRegistered',
      'ClaimCodeEntered',
      'ClaimApproved',
      'ClaimCollected',
    ]);
    assert.equal(life.poll, 'collected');
  });

  it('is pending until somebody decides', () => {
    assert.equal(lifeOf(register).poll, 'pending');
    assert.equal(lifeOf(register, enter()).poll, 'pending');
    assert.equal(lifeOf(register, enter(), approve).poll, 'approved');
    assert.equal(lifeOf(register, enter(), decline).poll, 'declined');
  });

  it('judges five wrong codes in all, and then not even the right one', () => {
    const four = [wrong, wrong, wrong, wrong] as const;
    assert.equal(lifeOf(register, ...four, enter()).statuses.at(-1), 'entered');
    const five = lifeOf(register, ...four, wrong, enter());
    assert.deepEqual(five.statuses.slice(-2), ['wrong', 'not_judged']);
    assert.equal(five.poll, 'expired');
  });

  it('keeps counting over all codes it had', () => {
    const life = lifeOf(
      register,
      wrong,
      wrong,
      renew('code 2'),
      wrong,
      wrong,
      wrong,
      enter('code 2'),
    );
    assert.equal(life.statuses.at(-1), 'not_judged');
    assert.equal(life.claim?.tries, 5);
    assert.deepEqual(
      lifeOf(register, wrong, wrong, wrong, wrong, wrong, renew('code 2')).statuses.at(-1),
      'expired',
    );
  });

  it('takes the newest code alone, for ten minutes', () => {
    const life = lifeOf(register, renew('code 2'), enter('code 1'), enter('code 2'));
    assert.deepEqual(life.statuses.slice(2), ['wrong', 'entered']);
    assert.equal(lifeOf(register, [10 * minute - 1, enter()]).statuses.at(-1), 'entered');
    const late = lifeOf(register, [10 * minute, enter()], [10 * minute, wrong]);
    assert.deepEqual(late.statuses.slice(1), ['not_judged', 'not_judged']);
    assert.equal(late.poll, 'expired');
    assert.equal(late.claim?.tries, 0);
  });

  it('takes a code once; who typed it may come back to it', () => {
    const life = lifeOf(register, enter(), enter(), enter('code 1', stranger), wrong);
    assert.deepEqual(life.statuses.slice(1), ['entered', 'entered', 'not_judged', 'not_judged']);
    assert.equal(life.types.length, 2);
  });

  it('is decided by who typed the code alone, within ten minutes', () => {
    const others = [
      { type: 'approve', accountId: stranger },
      { type: 'decline', accountId: stranger },
    ] as const;
    assert.deepEqual(lifeOf(register, approve, decline).statuses.slice(1), ['unknown', 'unknown']);
    assert.deepEqual(lifeOf(register, enter(), ...others).statuses.slice(2), [
      'unknown',
      'unknown',
    ]);
    const early = lifeOf(register, [9 * minute, enter()], [19 * minute - 1, approve]);
    assert.equal(early.statuses.at(-1), 'approved');
    const late = lifeOf(register, [9 * minute, enter()], [19 * minute, approve]);
    assert.equal(late.statuses.at(-1), 'unknown');
    assert.equal(late.poll, 'expired');
  });

  it('is decided once: a second decision repeats the first or is none', () => {
    const yes = lifeOf(register, enter(), approve, approve, decline);
    assert.deepEqual(yes.statuses.slice(2), ['approved', 'approved', 'unknown']);
    const no = lifeOf(register, enter(), decline, decline, approve, collect);
    assert.deepEqual(no.statuses.slice(2), ['declined', 'declined', 'unknown', 'unknown']);
    const late = lifeOf(register, enter(), approve, collect, approve);
    assert.equal(late.statuses.at(-1), 'approved');
    assert.equal(late.types.length, 4);
  });

  it('gives a new code to its own agent, for its own person', () => {
    const life = lifeOf(
      register,
      renew('code 2', 0, { claimTokenHash: hash('another token') }),
      renew('code 2', 0, { hintHash: hash('another hint') }),
      [30 * minute, renew('code 2', 40 * minute)],
      [31 * minute, enter('code 2')],
    );
    assert.deepEqual(life.statuses.slice(1), ['unknown', 'other_hint', 'done', 'entered']);
  });

  it('gives no new code while a person looks at it, or after it was decided', () => {
    assert.equal(lifeOf(register, enter(), renew('code 2')).statuses.at(-1), 'in_flight');
    const left = lifeOf(register, enter(), [10 * minute, renew('code 2', 20 * minute)]);
    assert.equal(left.statuses.at(-1), 'done');
    assert.equal(left.poll, 'pending');
    assert.equal(lifeOf(register, enter(), approve, renew('code 2')).statuses.at(-1), 'in_flight');
    assert.equal(lifeOf(register, enter(), decline, renew('code 2')).statuses.at(-1), 'expired');
  });

  it('is over after 24 hours, also when it was approved', () => {
    assert.equal(lifeOf(register, [day, renew('code 2', 2 * day)]).statuses.at(-1), 'expired');
    const life = lifeOf(register, enter(), approve, [day, collect]);
    assert.equal(life.statuses.at(-1), 'unknown');
    assert.equal(life.poll, 'expired');
  });

  it('takes the same code by chance a second time as a new one', () => {
    const life = lifeOf(
      register,
      enter(),
      [11 * minute, renew('code 1', 21 * minute)],
      [12 * minute, enter()],
      [12 * minute, approve],
    );
    assert.deepEqual(life.statuses.slice(1), ['entered', 'done', 'entered', 'approved']);
  });
});
