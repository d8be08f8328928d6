import type { Command } from 'commander';
import { defaultRateLimit } from '../../../application/access/create-key.ts';
import type { Credits } from '../../../domain/shared/credits.ts';
import type { AccountId, KeyId } from '../../../domain/shared/ids.ts';
import type { Instant } from '../../../domain/shared/instant.ts';
import * as parse from '../arguments.ts';
import { expectDone, print } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

interface CreateOptions {
  readonly name: string;
  readonly rateLimit: number;
  readonly monthlyCap?: Credits;
  readonly expires?: Instant;
  readonly checks?: readonly string[];
}

export function addKeyCommands(program: Command, withOperations: WithOperations): void {
  const key = program.command('key').description('make, list and revoke API keys');
  key
    .command('create')
    .description('make a key; it is shown this once')
    .argument('<account>', 'account id', parse.account)
    .requiredOption('--name <text>', 'what the key is for')
    .option('--rate-limit <number>', 'requests a minute', parse.wholeNumber, defaultRateLimit)
    .option('--monthly-cap <credits>', 'what it may spend in a month of its account', parse.amount)
    .option('--expires <date>', 'when it stops working', parse.moment)
    .option(
      '--checks <list>',
      'what it may run: ai, grammar, plagiarism; all when not given',
      names,
    )
    .action((accountId: AccountId, { expires, ...wish }: CreateOptions) =>
      withOperations(async (operations) => {
        const key = { ...wish, accountId, expiresAt: expires ?? null };
        const made = expectDone(await operations.createKey(key));
        print({ key_id: made.keyId, key: made.key });
      }),
    );
  key
    .command('list')
    .description('every key of an account, with what it spent in this period')
    .argument('<account>', 'account id', parse.account)
    .action((accountId: AccountId) =>
      withOperations(async (operations) => print(expectDone(await operations.listKeys(accountId)))),
    );
  key
    .command('show')
    .description('one key, with what it spent in this period')
    .argument('<key>', 'key id', parse.key)
    .action((keyId: KeyId) =>
      withOperations(async (operations) => print(expectDone(await operations.showKey(keyId)))),
    );
  key
    .command('revoke')
    .description('refuse a key from now on')
    .argument('<key>', 'key id', parse.key)
    .action((keyId: KeyId) =>
      withOperations(async (operations) => {
        expectDone(await operations.revokeKey(keyId));
        print({ key_id: keyId, revoked: true });
      }),
    );
}

function names(list: string): readonly string[] {
  return list.split(',').map((name) => name.trim());
}
