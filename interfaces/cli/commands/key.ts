import type { Command } from 'commander';
import { defaultRateLimit } from '../../../application/access/create-key.ts';
import type { AccountId, KeyId } from '../../../domain/shared/ids.ts';
import * as parse from '../arguments.ts';
import { expectDone, print } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

export function addKeyCommands(program: Command, withOperations: WithOperations): void {
  const key = program.command('key').description('make and revoke API keys');
  key
    .command('create')
    .description('make a key; it is shown this once')
    .argument('<account>', 'account id', parse.account)
    .requiredOption('--name <text>', 'what the key is for')
    .option('--rate-limit <number>', 'requests a minute', parse.wholeNumber, defaultRateLimit)
    .action((accountId: AccountId, { name, rateLimit }: { name: string; rateLimit: number }) =>
      withOperations(async (operations) => {
        const made = expectDone(await operations.createKey({ accountId, name, rateLimit }));
        print({ key_id: made.keyId, key: made.key });
      }),
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
