import { type Command, Option } from 'commander';
import type { StatementPart } from '../../../application/ledger/get-statement.ts';
import type { AccountId, CheckId, KeyId } from '../../../domain/shared/ids.ts';
import type { Instant } from '../../../domain/shared/instant.ts';
import * as parse from '../arguments.ts';
import { CommandFault, expectDone, say, write } from '../output.ts';
import { statementCsv } from '../statement-csv.ts';
import { statementJson } from '../statement-json.ts';
import type { WithOperations } from '../with-operations.ts';

interface StatementOptions {
  readonly from?: Instant;
  readonly to?: Instant;
  readonly asOf?: Instant;
  readonly key?: KeyId;
  readonly check?: CheckId;
  readonly format: 'json' | 'csv';
}

const sums = `
Opening and closing balance are the account's: opening_balance + movements = closing_balance.
With --key or --check only some rows are shown; "totals" adds up those, and movements_not_shown the rest.
--key shows what the key caused and the refunds of its debits. CSV holds rows only; the sums go to stderr.`;

/** Text is handed on in pieces of about this many characters. */
const pieceLength = 65_536;

export function addStatementCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('statement')
    .description('every movement of an account, with the balance before and after')
    .argument('<account>', 'account id', parse.account)
    .option(
      '--from <date>',
      'first day or moment (ISO 8601, UTC when no zone is given)',
      parse.moment,
    )
    .option('--to <date>', 'last day or moment', parse.endMoment)
    .addOption(
      new Option('--as-of <instant>', 'the statement as it stood then: nothing later')
        .argParser(parse.endMoment)
        .conflicts('to'),
    )
    .option('--key <key>', 'only what this key caused', parse.key)
    .option('--check <check>', 'only what belongs to this check', parse.check)
    .addOption(
      new Option('--format <format>', 'how to write it').choices(['json', 'csv']).default('json'),
    )
    .addHelpText('after', sums)
    .action((accountId: AccountId, options: StatementOptions) =>
      withOperations(async (operations) => {
        const { from = null, asOf = null, key = null, check = null, format } = options;
        const to = options.to ?? asOf;
        if (from !== null && to !== null && from > to) {
          throw new CommandFault('the range ends before it begins');
        }
        const parts = expectDone(await operations.statement({ accountId, from, to, key, check }));
        await writeInPieces(format === 'csv' ? statementCsv(told(parts)) : statementJson(parts));
      }),
    );
}

async function writeInPieces(texts: AsyncIterable<string>): Promise<void> {
  let waiting = '';
  for await (const text of texts) {
    waiting += text;
    if (waiting.length < pieceLength) continue;
    await write(waiting);
    waiting = '';
  }
  await write(waiting);
}

/** Says on stderr what a format without room for it leaves out. */
async function* told(parts: AsyncIterable<StatementPart>): AsyncGenerator<StatementPart> {
  let opening = 0;
  for await (const entry of parts) {
    if (entry.part === 'opening') opening = entry.opening.opening_balance;
    if (entry.part === 'closing') {
      const { movements, closing_balance, totals } = entry.closing;
      say(`opening ${opening} + movements ${movements} = closing ${closing_balance}`);
      say(`${totals.rows} rows shown, which come to ${totals.net}`);
    }
    yield entry;
  }
}
