import type { Command } from 'commander';
import type { AccountId, DebitId } from '../../../domain/shared/ids.ts';
import * as parse from '../arguments.ts';
import { CommandFault, expectDone, print, say } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

export function addLedgerCommands(program: Command, withOperations: WithOperations): void {
  program
    .command('refund')
    .argument('<account>', 'account id', parse.account)
    .argument('<debit>', 'debit id', parse.debit)
    .requiredOption('--reason <text>', 'kept outside the log')
    .action((accountId: AccountId, debitId: DebitId, { reason }: { reason: string }) =>
      withOperations(async (operations) => {
        const refund = expectDone(await operations.refundDebit({ accountId, debitId, reason }));
        const { amount, refundedNow } = refund;
        print({ debit_id: debitId, credits: amount, refunded_now: refundedNow });
      }),
    );
  program
    .command('audit')
    .argument('[account]', 'one account only', parse.account)
    .description('check chains, sums and read models against the log')
    .action((id: AccountId | undefined) =>
      withOperations(async (operations) => {
        const report = await operations.audit(id ?? null);
        print(report);
        if (!report.clean) throw new CommandFault('the audit found faults');
      }),
    );
  program
    .command('rebuild')
    .description('replay every event into fresh read models, compare, and swap them in')
    .action(() =>
      withOperations(async (operations) => {
        print(await operations.rebuild((position, target) => say(`${position} of ${target}`)));
      }),
    );
}
