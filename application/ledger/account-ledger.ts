import type { Allowances } from '../../domain/access/plan.ts';
import type { LedgerAnswer, LedgerCommand } from '../../domain/ledger/command.ts';
import { carryOut } from '../../domain/ledger/decide.ts';
import type { LedgerEvent } from '../../domain/ledger/events.ts';
import { emptyLedger, evolve, type Ledger } from '../../domain/ledger/ledger.ts';
import {
  decodeLedger,
  encodeLedger,
  ledgerFoldVersion,
  ledgerWeight,
} from '../../domain/ledger/snapshot.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, refused } from '../../domain/shared/refusal.ts';
import type { CommandHandler, Decider } from '../handle-command.ts';
import type { EventCodec } from '../ports/event-codec.ts';

/** The way to every account's credits; nothing else writes to an account's stream. */
export type AccountLedger = CommandHandler<Ledger, LedgerCommand, LedgerAnswer>;

export function ledgerDecider(
  codec: EventCodec,
  allowances: Allowances,
): Decider<Ledger, LedgerCommand, LedgerEvent, LedgerAnswer> {
  return {
    initial: emptyLedger,
    decide(before, command, { at }) {
      const { events, answer, ledger } = carryOut(before, command, { at, allowances });
      return { events, answer, state: ledger };
    },
    evolve: (ledger, event, occurredAt) => evolve(ledger, { event, occurredAt }),
    decode: codec.ledgerEvent,
    snapshot: {
      version: ledgerFoldVersion,
      encode: encodeLedger,
      decode: decodeLedger,
      weight: ledgerWeight,
    },
    // What a check does is answered from the ledger itself, and `getUsage` waits for the projection when
    // it reads. What the command line does must be seen by the server before the command is done.
    answerWhen: ({ type }) => (ofChecks.has(type) ? 'durable' : 'projected'),
  };
}

/** What a command for an account answers that was erased. */
export function refusedAsErased(account: AccountId): Outcome<never> {
  return refused('not_found', `the account ${account} was erased`);
}

const ofChecks: ReadonlySet<LedgerCommand['type']> = new Set([
  'hold-credits',
  'settle-hold',
  'release-hold',
  'serve-cache-hit',
]);
