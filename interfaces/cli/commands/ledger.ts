import type { Command } from 'commander';
import type { AccountId, DebitId } from '../../../domain/shared/ids.ts';
import * as parse from '../arguments.ts';
import { CommandFault, expectDone, print, say } from '../output.ts';
import { rebuildProgress } from '../rebuild-progress.ts';
import type { WithOperations } from '../with-operations.ts';

export function addLedgerCommands(program: Command, withOperations: WithOperations): void {
  program
    .command('refund')
    .description('give a debit back, whole and once, to the grants it came from')
    .argument('<account>', 'account id', parse.account)
    .argument('<debit>', 'debit id', parse.debit)
    .requiredOption('--reason <text>', 'kept outside the log')
    .action((accountId: AccountId, debitId: DebitId, { reason }: { reason: string }) =>
      withOperations(async (operations) => {
        const refund = expectDone(await operations.refundDebit({ accountId, debitId, reason }));
        const { amount, forfeited, refundedNow } = refund;
        const returned = { credits: amount, returned: amount - forfeited, forfeited };
        print({ debit_id: debitId, ...returned, refunded_now: refundedNow });
      }),
    );
  addAuditCommand(program, withOperations);
  addRebuildCommand(program, withOperations);
}

const auditHelp = `
Walks the hash chain of every stream, replays every balance and every allocation, and compares the read
models with a rebuild that is thrown away. "first_fault" is the first bad event of the log: stream,
revision, position, id and what is wrong. Exit code 1 when anything is off.`;

function addAuditCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('audit')
    .argument('[account]', 'one account only', parse.account)
    .description('check chains, sums, allocations and read models against the log')
    .addHelpText('after', auditHelp)
    .action((id: AccountId | undefined) =>
      withOperations(async (operations) => {
        const report = await operations.audit(id ?? null);
        print(report);
        if (report.clean) return;
        const { first_fault: first, differing, column_fault } = report;
        if (first === null) {
          const column = column_fault === null ? '' : ', and the column of balances';
          throw new CommandFault(`${differing} documents${column} differ from the log`);
        }
        const { stream, revision, position, fault } = first;
        const place = `${stream} revision ${revision} (position ${position}, id ${first.event_id})`;
        // Who cannot decode an event says itself where it stands.
        const told = fault.startsWith(stream) ? fault : `${place}: ${fault}`;
        throw new CommandFault(`first fault: ${told}`);
      }),
    );
}

const rebuildHelp = `
An interrupted rebuild is gone on with where it was, unless --fresh is given. --from POSITION believes the
live documents whose last event stands at or before that position and copies them; every other document
is made anew from the first event of its stream. Without it nothing is believed.`;

interface RebuildFlags {
  readonly fresh?: true;
  readonly from?: number;
}

function addRebuildCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('rebuild')
    .description('replay every event into fresh read models, compare, and swap them in')
    .option('--fresh', 'begin anew, whatever an interrupted rebuild has left')
    .option('--from <position>', 'believe documents up to this position', parse.wholeNumber)
    .addHelpText('after', rebuildHelp)
    .action(({ fresh, from }: RebuildFlags) =>
      withOperations(async (operations) => {
        const lines = rebuildProgress({ say, nowMs: () => performance.now() });
        const report = await operations.rebuild({
          from: from ?? 0,
          resume: fresh !== true,
          onStart: lines.start,
          onProgress: lines.progress,
        });
        print(report);
      }),
    );
}
