import { type Command, Option } from 'commander';
import type { Statement } from '../../../application/ledger/get-statement.ts';
import type { AccountId, DebitId } from '../../../domain/shared/ids.ts';
import type { Instant } from '../../../domain/shared/instant.ts';
import * as parse from '../arguments.ts';
import { CommandFault, expectDone, print, say } from '../output.ts';
import { statementCsv } from '../statement-csv.ts';
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
  addStatementCommand(program, withOperations);
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

interface StatementOptions {
  readonly from?: Instant;
  readonly to?: Instant;
  readonly format: 'json' | 'csv';
}

function addStatementCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('statement')
    .argument('<account>', 'account id', parse.account)
    .option('--from <date>', 'first day or moment', parse.moment)
    .option('--to <date>', 'last day or moment', parse.endMoment)
    .addOption(new Option('--format <format>').choices(['json', 'csv']).default('json'))
    .action((accountId: AccountId, options: StatementOptions) =>
      withOperations(async (operations) => {
        const range = { accountId, from: options.from ?? null, to: options.to ?? null };
        const statement: Statement = expectDone(await operations.statement(range));
        if (options.format === 'csv') process.stdout.write(statementCsv(statement));
        else print(statement);
      }),
    );
}
