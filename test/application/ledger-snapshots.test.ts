import assert from 'node:assert/strict';
import { commandHandler } from '../../application/handle-command.ts';
import { type AccountLedger, ledgerDecider } from '../../application/ledger/account-ledger.ts';
import type { EventStore } from '../../application/ports/event-store.ts';
import type { Snapshots } from '../../application/ports/snapshots.ts';
import type { LedgerCommand } from '../../domain/ledger/command.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import { encodeLedger } from '../../domain/ledger/snapshot.ts';
import { addMs, instant } from '../../domain/shared/instant.ts';
import { openEventStore } from '../../infrastructure/embedded/event-store.ts';
import { openSnapshots } from '../../infrastructure/embedded/snapshots.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import {
  allowances,
  bonus,
  check,
  hold,
  settle,
  someAccount,
  startMs,
} from '../support/ledger-scenario.ts';
import { eventually } from '../support/sample-events.ts';
import { hasher, someContext } from '../support/tally.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const stream = accountStream(someAccount);
const at = instant(startMs);

describe('an account with a snapshot, on the embedded stores', () => {
  const folder = temporaryFolder();
  let eventStore: EventStore;
  let snapshots: Snapshots;

  before(async () => {
    eventStore = openEventStore({ path: `${folder.path}/events.db` });
    snapshots = openSnapshots({ path: `${folder.path}/snapshots.db` });
    const ledger = freshProcess();
    await send(ledger, { type: 'open-account', accountId: someAccount, plan: 'team' });
    // Held and paid, held and given up, held and left open, and now and then a grant.
    for (let number = 0; number < 330; number++) {
      const name = `c${number}`;
      await send(ledger, hold(name, 1 + (number % 9)));
      if (number % 3 === 0) await send(ledger, settle(name, 1 + (number % 9)));
      if (number % 3 === 1) await send(ledger, releaseOf(name));
      if (number % 30 === 0) await send(ledger, bonus(name, 50));
    }
    let revision = -1;
    await eventually('a snapshot is taken', () => {
      void snapshots.get(stream).then((found) => {
        revision = found?.revision ?? -1;
      });
      return revision >= 0;
    });
  });
  after(async () => {
    await eventStore.close();
    await snapshots.close();
    folder.remove();
  });

  /** Knows nothing of the account yet. */
  function freshProcess(): AccountLedger {
    const timers = { pause: () => new Promise<void>(setImmediate), random: () => 0.5 };
    const project = async (): Promise<void> => undefined;
    const ports = { eventStore, snapshots, hasher, timers, project };
    return commandHandler(ledgerDecider(eventCodec, allowances), ports);
  }

  it('stands, decides and answers the same when all snapshots are deleted', async () => {
    const found = await snapshots.get(stream);
    const last = (await freshProcess().current(stream)).balance;
    assert.ok(found !== undefined && found.revision >= 499);
    const withSnapshot = await lifeAfter(freshProcess());
    await snapshots.clear();
    const without = await lifeAfter(freshProcess());
    assert.deepEqual(withSnapshot, without);
    assert.ok(last > 0);
  });

  /** Where the account stands, and what it answers to what was asked before; none of it changes anything. */
  async function lifeAfter(ledger: AccountLedger) {
    const state = await ledger.current(stream);
    const lines = [...encodeLedger(state)].flatMap((line) => sortedWords(line));
    const answers = [];
    for (let number = 0; number < 330; number += 1) {
      const name = `c${number}`;
      const price = 1 + (number % 9);
      if (number % 3 === 0) answers.push(await send(ledger, hold(name, price)));
      answers.push(await send(ledger, settle(name, number % 3 === 2 ? 10_000 : price)).catch(said));
    }
    answers.push(await send(ledger, hold('too-much', 1_000_000)));
    return { lines, answers };
  }
});

function send(ledger: AccountLedger, command: LedgerCommand) {
  return ledger.handle(stream, command, { ...someContext, at: addMs(at, 1000) });
}

function releaseOf(name: string): LedgerCommand {
  return { type: 'release-hold', checkId: check(name), reason: 'failed' };
}

function said(error: unknown): string {
  return error instanceof Error ? error.message : 'failed';
}

/** Entries of maps come in an order that depends on what was removed from them before. */
function sortedWords(line: string): readonly string[] {
  return line.split(/[[\]{} ",]+/).sort();
}
