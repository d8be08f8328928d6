import assert from 'node:assert/strict';
import { type ApiKey, evolve, unknownKey } from '../../../../domain/access/api-key/api-key.ts';
import { type ApiKeyCommand, decide } from '../../../../domain/access/api-key/decide.ts';
import { unlimitedTerms } from '../../../../domain/access/api-key/terms.ts';
import {
  evolveTokenValidity,
  type TokenValidity,
} from '../../../../domain/access/token-validity.ts';
import { accountId, keyId } from '../../../../domain/shared/ids.ts';

const create: ApiKeyCommand = {
  type: 'create-key',
  keyId: keyId('key_00000000'),
  accountId: accountId('acc_00000000'),
  keyHash: 'ab'.repeat(32),
  rateLimit: 60,
  ...unlimitedTerms,
};
const revoke: ApiKeyCommand = { type: 'revoke-key' };

/** Carries out commands one after another. */
function whatCameOf(...commands: readonly ApiKeyCommand[]) {
  let key: ApiKey = unknownKey;
  let validity: TokenValidity | null = null;
  const answers: string[] = [];
  const keys: string[] = [];
  for (const command of commands) {
    const { events, answer } = decide(key, command);
    answers.push(answer);
    for (const { event, idKey } of events) {
      key = evolve(key, event);
      validity = evolveTokenValidity(validity, event);
      keys.push(idKey);
    }
  }
  return { key, validity, answers, keys };
}

describe('an API key', () => {
  it('is made once', () => {
    const { answers, key } = whatCameOf(create, create);
    assert.deepEqual(answers, ['done', 'key_exists']);
    assert.equal(key.status, 'active');
  });

  it('is revoked once, and never revived', () => {
    const { answers, key, keys } = whatCameOf(create, revoke, revoke, create);
    assert.deepEqual(answers, ['done', 'done', 'already_revoked', 'key_exists']);
    assert.equal(key.status, 'revoked');
    assert.deepEqual(keys, ['create', 'revoke']);
  });

  it('cannot be revoked before it exists', () => {
    const { answers, validity } = whatCameOf(revoke);
    assert.deepEqual(answers, ['no_such_key']);
    assert.equal(validity, null);
  });

  it('is valid from its creation to its revocation', () => {
    assert.equal(whatCameOf(create).validity?.revoked, false);
    assert.equal(whatCameOf(create).validity?.rateLimit, 60);
    assert.equal(whatCameOf(create, revoke).validity?.revoked, true);
  });

  it('stays unknown when its revocation comes first', () => {
    const data = { keyId: keyId('key_00000000'), accountId: accountId('acc_00000000') };
    const revoked = { type: 'KeyRevoked', version: 1, data: { ...data, keyHash: 'x' } } as const;
    assert.equal(evolveTokenValidity(null, revoked), null);
    assert.deepEqual(evolve(unknownKey, revoked), unknownKey);
  });
});
