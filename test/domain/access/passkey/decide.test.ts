import assert from 'node:assert/strict';
import { decide, type PasskeyCommand } from '../../../../domain/access/passkey/decide.ts';
import { evolve, type Passkey } from '../../../../domain/access/passkey/passkey.ts';
import { accountId, passkeyId } from '../../../../domain/shared/ids.ts';

const owner = accountId('acc_00000000');
const stranger = accountId('acc_11111111');
const add: PasskeyCommand = {
  type: 'add-passkey',
  passkeyId: passkeyId('psk_00000000'),
  accountId: owner,
};
const remove = (account = owner): PasskeyCommand => ({
  type: 'remove-passkey',
  accountId: account,
});

/** Carries out commands one after another. */
function whatCameOf(...commands: readonly PasskeyCommand[]) {
  let passkey: Passkey | null = null;
  const answers: string[] = [];
  for (const command of commands) {
    const { events, answer } = decide(passkey, command);
    answers.push(answer);
    for (const { event } of events) passkey = evolve(passkey, event);
  }
  return { passkey, answers };
}

describe('a passkey', () => {
  it('is added once, whoever asks', () => {
    const { answers, passkey } = whatCameOf(add, add, { ...add, accountId: stranger });
    assert.deepEqual(answers, ['done', 'passkey_exists', 'passkey_exists']);
    assert.equal(passkey?.accountId, owner);
  });

  it('is removed once, and never revived', () => {
    const { answers, passkey } = whatCameOf(add, remove(), remove(), add);
    assert.deepEqual(answers, ['done', 'done', 'already_removed', 'passkey_exists']);
    assert.equal(passkey?.removed, true);
  });

  it('is no passkey at all to another account', () => {
    const { answers, passkey } = whatCameOf(remove(), add, remove(stranger));
    assert.deepEqual(answers, ['no_such_passkey', 'done', 'no_such_passkey']);
    assert.equal(passkey?.removed, false);
  });
});
