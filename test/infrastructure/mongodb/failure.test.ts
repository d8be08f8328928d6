import assert from 'node:assert/strict';
import { MongoNetworkError, MongoNetworkTimeoutError, MongoServerError } from 'mongodb';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../../application/ports/event-store.ts';
import { mongoConnection } from '../../../infrastructure/mongodb/connection.ts';
import {
  isDuplicateKey,
  isNotImplemented,
  OverdueError,
  readFailure,
  writeFailure,
} from '../../../infrastructure/mongodb/failure.ts';

const serverError = (code: number) => new MongoServerError({ message: `code ${code}`, code });

describe('failures of MongoDB', () => {
  it('of a read say that the store is unavailable, whatever broke', () => {
    const broken = [
      new OverdueError(5),
      new MongoNetworkError('reset'),
      new MongoNetworkTimeoutError('silence'),
      serverError(10_107),
      serverError(11_600),
    ];
    for (const error of broken) assert.ok(readFailure(error) instanceof StoreUnavailableError);
  });

  it('of a write are unknown once it may have been sent', () => {
    const lost = [
      new OverdueError(5),
      new MongoNetworkError('connection reset'),
      new MongoNetworkTimeoutError('silence'),
      // InterruptedAtShutdown, InterruptedDueToReplStateChange: perhaps after it was applied.
      serverError(11_600),
      serverError(11_602),
    ];
    for (const error of lost) {
      assert.ok(writeFailure(error) instanceof OutcomeUnknownError, error.message);
    }
  });

  it('of a write are certain when it was refused or never left', () => {
    const refused = [
      // NotWritablePrimary, OutOfDiskSpace
      serverError(10_107),
      serverError(14_031),
      new MongoNetworkError('connect ECONNREFUSED 127.0.0.1:1'),
    ];
    for (const error of refused) {
      assert.ok(writeFailure(error) instanceof StoreUnavailableError, String(error));
    }
  });

  it('of a write are certain when no server is there', async () => {
    const connection = mongoConnection({ url: 'mongodb://127.0.0.1:1', limitMs: 400 });
    const write = connection.write((database) => database.collection('a').insertOne({}));
    await assert.rejects(write, StoreUnavailableError);
    await connection.close();
  });

  it('of a write that the majority did not confirm are unknown', () => {
    const error = new MongoServerError({
      message: 'waiting for replication timed out',
      code: 64,
      writeConcernError: { code: 64, errmsg: 'waiting for replication timed out' },
    });
    assert.ok(writeFailure(error) instanceof OutcomeUnknownError);
  });

  it('that come from the socket as they are count as lost as well', () => {
    const broken = Object.assign(new Error('This socket has been ended'), { code: 'EPIPE' });
    assert.ok(readFailure(broken) instanceof StoreUnavailableError);
    assert.ok(writeFailure(broken) instanceof OutcomeUnknownError);
    const wrong = Object.assign(new TypeError('no'), { code: 'ERR_INVALID_ARG_TYPE' });
    assert.equal(writeFailure(wrong), wrong);
  });

  it('that are faults of ours stay what they are', () => {
    const fault = serverError(9);
    assert.equal(readFailure(fault), fault);
    assert.equal(writeFailure(fault), fault);
    const bug = new TypeError('no');
    assert.equal(readFailure(bug), bug);
    assert.equal(writeFailure(bug), bug);
  });

  it('are told from answers: a duplicate key, a command the server does not have', () => {
    assert.equal(isDuplicateKey(serverError(11_000)), true);
    assert.equal(isDuplicateKey(serverError(238)), false);
    assert.equal(isNotImplemented(serverError(238)), true);
    assert.equal(isNotImplemented(new Error('238')), false);
  });

  it('in an address are told at the start', () => {
    assert.throws(() => mongoConnection({ url: 'http://127.0.0.1' }), /mongodb/);
    assert.throws(() => mongoConnection({ url: 'mongodb://127.0.0.1/?w=majority&nonsense=1' }));
  });
});
