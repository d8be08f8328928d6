import { type CreateKeyPorts, createKey } from '../../application/access/create-key.ts';
import { type EraseAccountPorts, eraseAccount } from '../../application/access/erase-account.ts';
import { listKeys } from '../../application/access/list-keys.ts';
import { type RevokeKeyPorts, revokeKey } from '../../application/access/revoke-key.ts';
import { showKey } from '../../application/access/show-key.ts';
import { type AuditStoresPorts, auditStores } from '../../application/ledger/audit-stores.ts';
import { type ChoosePlanPorts, choosePlan } from '../../application/ledger/choose-plan.ts';
import { type GetStatementPorts, getStatement } from '../../application/ledger/get-statement.ts';
import { type GrantCreditsPorts, grantCredits } from '../../application/ledger/grant-credits.ts';
import type { LedgerColumnPorts } from '../../application/ledger/ledger-column.ts';
import { listBalances } from '../../application/ledger/list-balances.ts';
import {
  type MakeCheckpointPorts,
  makeCheckpoint,
} from '../../application/ledger/make-checkpoint.ts';
import { type OpenAccountPorts, openAccount } from '../../application/ledger/open-account.ts';
import { type RefundDebitPorts, refundDebit } from '../../application/ledger/refund-debit.ts';
import { type ShowAccountPorts, showAccount } from '../../application/ledger/show-account.ts';
import {
  type ShowAccountAtPorts,
  showAccountAt,
} from '../../application/ledger/show-account-at.ts';
import {
  type VerifyCheckpointPorts,
  verifyCheckpoint,
} from '../../application/ledger/verify-checkpoint.ts';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { FingerprintLibrary } from '../../application/ports/fingerprint-library.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { Operations } from './operations.ts';

/** What the use cases of support need, and the work that only the composition can bind. */
export type SupportPorts = CreateKeyPorts &
  RevokeKeyPorts &
  Omit<EraseAccountPorts, 'library'> &
  AuditStoresPorts &
  ChoosePlanPorts &
  GetStatementPorts &
  GrantCreditsPorts &
  Omit<LedgerColumnPorts, 'ledgerColumn'> &
  MakeCheckpointPorts &
  OpenAccountPorts &
  RefundDebitPorts &
  ShowAccountPorts &
  ShowAccountAtPorts &
  VerifyCheckpointPorts &
  Pick<Operations, 'rebuild' | 'knownCheckpointKey' | 'close'> & {
    /**
     * Nothing follows the log in a process of the command line: what reads a model catches up first. An
     * audit does not, for it has to work on a log that no model can be made from.
     */
    caughtUp(): Promise<void>;
    openLibrary(): FingerprintLibrary;
  };

const actor: Actor = { kind: 'support' };

/** Everything that a person of ours can do to an installation: one use case each. */
export function supportOperations(ports: SupportPorts): Operations {
  const { caughtUp } = ports;
  return {
    openAccount: (email, plan) => openAccount(ports, { email, plan, actor }),
    choosePlan: (accountId, plan) => choosePlan(ports, { accountId, plan, actor }),
    grantCredits: (grant) => grantCredits(ports, { ...grant, actor }),
    async showAccount(accountId) {
      await caughtUp();
      return showAccount(ports, { accountId });
    },
    showAccountAt: (accountId, at) => showAccountAt(ports, { accountId, at }),
    createKey: (key) => createKey(ports, { ...key, actor }),
    async listKeys(accountId) {
      await caughtUp();
      return listKeys(ports, { accountId });
    },
    async showKey(keyId) {
      await caughtUp();
      return showKey(ports, { keyId });
    },
    async revokeKey(keyId) {
      try {
        // A key that leaked must end also while other read models cannot be made; when it had ended before,
        // as the log says, that is projected before the answer, too.
        return await revokeKey(ports, { keyId, actor });
      } catch (error) {
        throw error instanceof StoreUnavailableError ? lateRevocation(error) : error;
      }
    },
    async eraseAccount(accountId) {
      await caughtUp();
      return closing(ports.openLibrary(), (library) =>
        eraseAccount({ ...ports, library }, { accountId, actor }),
      );
    },
    refundDebit: (refund) => refundDebit(ports, { ...refund, actor }),
    async statement(query) {
      await caughtUp();
      return getStatement(ports, query);
    },
    listBalances: (at) =>
      closing(ports.openColumn(), (ledgerColumn) =>
        listBalances({ ...ports, ledgerColumn }, { at }),
      ),
    audit: (accountId) => auditStores(ports, { accountId }),
    rebuild: ports.rebuild,
    makeCheckpoint: () => makeCheckpoint(ports),
    verifyCheckpoint: (asked) => verifyCheckpoint(ports, asked),
    checkpointKey: () => ports.checkpointKey.publicKey(),
    knownCheckpointKey: ports.knownCheckpointKey,
    close: ports.close,
  };
}

function lateRevocation(cause: Error): StoreUnavailableError {
  return new StoreUnavailableError(
    `${cause.message}. The key is not known to be refused everywhere: give the command again until it succeeds`,
    { cause },
  );
}

async function closing<Resource extends { close(): Promise<void> }, Result>(
  resource: Resource,
  work: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(resource);
  } finally {
    await resource.close();
  }
}
