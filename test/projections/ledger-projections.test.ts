import assert from 'node:assert/strict';
import type { EventStore } from '../../application/ports/event-store.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { available } from '../../domain/ledger/ledger.ts';
import { remainingCredits } from '../../domain/ledger/usage.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { instant } from '../../domain/shared/instant.ts';
import type { JsonObject } from '../../domain/shared/json.ts';
import { openEventStore } from '../../infrastructure/embedded/event-store.ts';
import { openViews, type Views } from '../../infrastructure/embedded/views.ts';
import { documentCodec } from '../../infrastructure/events/document-codec.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import { nodeHasher } from '../../infrastructure/system/node-hasher.ts';
import { catchUp } from '../../projections/catch-up.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { projectionRegistry } from '../../projections/registry.ts';
import {
  allowances,
  bonus,
  check,
  hold,
  minuteMs,
  openedAccount,
  type Scenario,
  settle,
  someAccount,
  startMs,
} from '../support/ledger-scenario.ts';
import { sampleEvent } from '../support/sample-events.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const projections = projectionRegistry(
  eventCodec,
  documentCodec,
  nodeHasher(new Uint8Array(32)).sha256,
);
const models = projections.map(({ declaration }) => declaration);
const stream = accountStream(someAccount);

describe('projections of the ledger and of keys', () => {
  let folder: ReturnType<typeof temporaryFolder>;
  let eventStore: EventStore;
  let views: Views;

  beforeEach(() => {
    folder = temporaryFolder();
    eventStore = openEventStore({ path: `${folder.path}/events.db` });
    views = openViews({ path: `${folder.path}/views.db`, models });
  });
  afterEach(async () => {
    await eventStore.close();
    await views.close();
    folder.remove();
  });

  const ports = () => ({ eventStore, readModels: views.readModels });
  const append = async (name: string, expected: number, events: readonly Recordable[]) => {
    const result = await eventStore.append(name, expected, events.map(recordable));
    assert.ok(result.ok);
    return result.lastRevision;
  };

  /** An account that was granted, held, debited, released, refunded and served from cache. */
  const liveThrough = async (): Promise<Scenario> => {
    const steps = [openedAccount()];
    const next = (command: Parameters<Scenario['when']>[0], afterMinutes: number): void => {
      steps.push(last(steps).when(command, startMs + afterMinutes * minuteMs));
    };
    next(bonus('one', 50), 1);
    next(hold('a', 200), 2);
    next(settle('a', 200), 3);
    next(hold('b', 300), 4);
    next({ type: 'release-hold', checkId: check('b'), reason: 'failed' }, 5);
    next(hold('c', 70), 6);
    let revision = -1;
    for (const step of steps) revision = await append(stream, revision, step.events);
    await catchUp(ports(), projections);
    return last(steps);
  };

  it('usage says what the ledger says', async () => {
    const { ledger } = await liveThrough();
    const document = await views.readModels.get('usage', someAccount);
    assert.ok(document);
    const usage = documentCodec.usage(document);
    assert.equal(remainingCredits(usage), available(ledger));
    assert.equal(usage.balance, ledger.balance);
    assert.equal(usage.held, 70);
    assert.equal(usage.used, 200);
    assert.equal(usage.plan, 'pro');
    assert.equal(usage.allowance, allowances.pro);
  });

  it('the statement has a row for every event, in order of revision and of time', async () => {
    const { ledger } = await liveThrough();
    const query = { index: 'account', equals: someAccount, orderBy: 'revision' };
    const rows = (await views.readModels.query('statement', query)).map(documentCodec.statementRow);
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['opened', 'period', 'grant', 'grant', 'hold', 'debit', 'hold', 'release', 'hold'],
    );
    assert.equal(
      rows.reduce((sum, { amount }) => sum + amount, 0),
      ledger.balance,
    );
    assert.equal(rows.at(-1)?.available, available(ledger));
    const byTime = await views.readModels.query('statement', { ...query, orderBy: 'at' });
    assert.equal(byTime.length, rows.length);
  });

  it('a key is valid from its creation to its revocation, and found by hash, account and id', async () => {
    const keyHash = 'ab'.repeat(32);
    const data = { keyId: 'key_00000001', accountId: someAccount, keyHash };
    const name = 'key-key_00000001';
    await append(name, -1, [{ type: 'KeyCreated', data: { ...data, rateLimit: 60 } }]);
    await catchUp(ports(), projections);
    const { readModels } = views;
    const created = await readModels.get('token-validity', keyHash);
    assert.ok(created);
    assert.equal(documentCodec.tokenValidity(created).revoked, false);
    const byAccount = { index: 'account', equals: someAccount };
    assert.deepEqual(await readModels.query('token-validity', byAccount), [created]);
    const byId = { index: 'credential', equals: 'key_00000001' };
    assert.deepEqual(await readModels.query('token-validity', byId), [created]);
    await append(name, 0, [{ type: 'KeyRevoked', data }]);
    await catchUp(ports(), projections);
    const revoked = await readModels.get('token-validity', keyHash);
    assert.ok(revoked);
    assert.equal(documentCodec.tokenValidity(revoked).revoked, true);
  });

  it('come out of a rebuild as they were', async () => {
    await liveThrough();
    assert.equal((await rebuild(ports(), projections, { swap: true })).total, 0);
  });

  it('stop at an event of an account that is not in the catalogue', async () => {
    await liveThrough();
    await append(stream, 8, [{ type: 'CreditsConjured', data: {} }]);
    await assert.rejects(catchUp(ports(), projections), /CreditsConjured/);
  });
});

type Recordable = Pick<RecordedEvent, 'type'> & { readonly data: JsonObject };

function recordable({ type, data }: Recordable) {
  const event = sampleEvent(data, type);
  return { ...event, metadata: { ...event.metadata, occurredAt: instant(startMs) } };
}

function last(steps: readonly Scenario[]): Scenario {
  const step = steps.at(-1);
  assert.ok(step);
  return step;
}
