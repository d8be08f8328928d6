import { Command, CommanderError } from 'commander';
import { UnknownEventError } from '../../application/ports/event-codec.ts';
import {
  OutcomeUnknownError,
  StoreUnavailableError,
  UnreadableEventError,
} from '../../application/ports/event-store.ts';
import { WrongSecretError } from '../../application/ports/personal-data.ts';
import { openBulkEngines, openOperations } from '../composition.ts';
import { readConfig, SettingsError } from '../config.ts';
import { addAccountCommands } from './commands/account.ts';
import { addAnalyseCommand } from './commands/analyse.ts';
import { addBalancesCommand } from './commands/balances.ts';
import { addCheckCommand } from './commands/check.ts';
import { addCheckpointCommands } from './commands/checkpoint.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLedgerCommands } from './commands/ledger.ts';
import { addStatementCommand } from './commands/statement.ts';
import { CommandFault, say } from './output.ts';
import { withOperationsOf } from './with-operations.ts';

const program = new Command('assay')
  .description('Assay: accounts, keys, the credit ledger and bulk analysis')
  .exitOverride()
  .configureOutput({ writeOut: (text) => process.stderr.write(text) });

const withOperations = withOperationsOf(() => openOperations(readConfig(process.env)));
addAccountCommands(program, withOperations);
addKeyCommands(program, withOperations);
addLedgerCommands(program, withOperations);
addStatementCommand(program, withOperations);
addCheckpointCommands(program, withOperations);
addBalancesCommand(program, withOperations);
addCheckCommand(program);
addAnalyseCommand(program, () => openBulkEngines(readConfig(process.env)));

// Whoever reads the result may stop reading: that is told by the write that fails.
process.stdout.on('error', () => undefined);

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = 1;
  // Commander has already said what is wrong with the words of the command line.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else if (isExplained(error)) say(error.message);
  else say(error instanceof Error ? (error.stack ?? error.message) : 'failed');
}

/** What says by itself what is wrong and what to do; where in our code it was noticed helps nobody. */
function isExplained(error: unknown): error is Error {
  return (
    error instanceof CommandFault ||
    error instanceof UnknownEventError ||
    error instanceof UnreadableEventError ||
    error instanceof StoreUnavailableError ||
    error instanceof OutcomeUnknownError ||
    error instanceof WrongSecretError ||
    error instanceof SettingsError
  );
}
