import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  decide,
  maxCodeTries,
  type SignInCommand,
} from '../../../../domain/access/sign-in/decide.ts';
import { evolve, type SignIn, unknownSignIn } from '../../../../domain/access/sign-in/sign-in.ts';
import { accountId, signInId } from '../../../../domain/shared/ids.ts';
import { addMs, type Instant, instant } from '../../../../domain/shared/instant.ts';

const now = instant(1_700_000_000_000);
const expiresAt = addMs(now, 600_000);
const account = accountId('acc_00000000');
const id = signInId('sgn_00000000');
const right = 'aa'.repeat(32);
const wrong = 'bb'.repeat(32);

const start: SignInCommand = {
  type: 'start-sign-in',
  signInId: id,
  accountId: account,
  codeHash: right,
  expiresAt,
};
const tried = (codeHash: string): SignInCommand => ({ type: 'try-code', codeHash });

/** Carries out commands one after another. */
function whatCameOf(commands: readonly SignInCommand[], at: Instant = now) {
  let signIn: SignIn = unknownSignIn;
  const answers: string[] = [];
  const events: string[] = [];
  for (const command of commands) {
    const decision = decide(signIn, command, { at });
    answers.push(decision.answer.status);
    for (const { event } of decision.events) {
      signIn = evolve(signIn, event);
      events.push(event.type);
    }
  }
  return { answers, events, signIn };
}

describe('a sign-in by code', () => {
  it('is done with the right code, once', () => {
    const { answers, events } = whatCameOf([start, tried(right), tried(right), tried(wrong)]);
    assert.deepEqual(answers, ['started', 'signed_in', 'over', 'over']);
    assert.deepEqual(events, ['SignInStarted', 'SignedIn']);
  });

  it('names the account that the code was mailed to', () => {
    const { signIn } = whatCameOf([start]);
    const { answer } = decide(signIn, tried(right), { at: now });
    assert.deepEqual(answer, { status: 'signed_in', accountId: account });
  });

  it('still takes the right code at the fifth try, and says how many are left before', () => {
    const four = Array.from({ length: 4 }, () => tried(wrong));
    assert.equal(whatCameOf([start, ...four, tried(right)]).answers.at(-1), 'signed_in');
    const { signIn } = whatCameOf([start, ...four.slice(0, 3)]);
    const { answer } = decide(signIn, tried(wrong), { at: now });
    assert.deepEqual(answer, { status: 'wrong_code', triesLeft: 1 });
  });

  it('is over after five wrong codes, the right one included', () => {
    const five = Array.from({ length: 5 }, () => tried(wrong));
    const { answers, events } = whatCameOf([start, ...five, tried(right), tried(wrong)]);
    assert.deepEqual(answers.slice(6), ['over', 'over']);
    assert.equal(events.filter((type) => type === 'SignInCodeRefused').length, 5);
  });

  it('ends at its time, to the millisecond', () => {
    const { signIn } = whatCameOf([start]);
    const late = decide(signIn, tried(right), { at: expiresAt });
    assert.equal(late.answer.status, 'over');
    const inTime = decide(signIn, tried(right), { at: addMs(expiresAt, -1) });
    assert.equal(inTime.answer.status, 'signed_in');
  });

  it('takes no code where there is no account, and counts the tries alike', () => {
    const nobody: SignInCommand = { ...start, accountId: null };
    const six = Array.from({ length: 6 }, () => tried(right));
    const { answers } = whatCameOf([nobody, ...six]);
    assert.deepEqual(
      answers.slice(1, 6),
      Array.from({ length: 5 }, () => 'wrong_code'),
    );
    assert.equal(answers[6], 'over');
  });

  it('does not begin twice, and not without its start', () => {
    assert.deepEqual(whatCameOf([tried(right), start, start]).answers, ['over', 'started', 'over']);
  });

  it('judges at most five codes and signs in at most once, whatever comes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(right, wrong), { maxLength: 30 }), (codes) => {
        const { answers } = whatCameOf([start, ...codes.map(tried)]);
        const judged = answers.filter(
          (answer) => answer === 'wrong_code' || answer === 'signed_in',
        );
        assert.ok(judged.length <= maxCodeTries);
        assert.ok(answers.filter((answer) => answer === 'signed_in').length <= 1);
      }),
    );
  });
});
