import assert from 'node:assert/strict';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { OverloadedError } from '../../../application/ports/overloaded.ts';
import { AccountErasedError } from '../../../application/ports/personal-data.ts';
import { problemOfError } from '../../../interfaces/http/problems.ts';

describe('an unexpected error as a problem', () => {
  it('is an outage when a store did not answer or took nothing, with a time to come back', () => {
    for (const kind of [StoreUnavailableError, OutcomeUnknownError, OverloadedError]) {
      const { status, headers, refusal } = problemOfError(new kind('secret words'));
      assert.deepEqual([status, refusal.code], [503, 'internal']);
      assert.ok(Number(headers['Retry-After']) > 0);
      assert.doesNotMatch(refusal.detail, /secret/);
    }
  });

  it('is a credential that is not valid when its account was erased a moment ago', () => {
    const { status, headers, refusal } = problemOfError(new AccountErasedError('secret words'));
    assert.deepEqual([status, refusal.code], [401, 'invalid_key']);
    assert.match(headers['WWW-Authenticate'] ?? '', /^Bearer /);
    assert.doesNotMatch(refusal.detail, /secret/);
  });

  it('is a failure of the service otherwise, of which nothing is shown', () => {
    const { status, refusal } = problemOfError(new Error('secret words'));
    assert.deepEqual([status, refusal.code], [500, 'internal']);
    assert.doesNotMatch(refusal.detail, /secret/);
  });
});
