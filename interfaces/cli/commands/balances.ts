import type { Command } from 'commander';
import type { Instant } from '../../../domain/shared/instant.ts';
import * as parse from '../arguments.ts';
import { print } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

export function addBalancesCommand(program: Command, withOperations: WithOperations): void {
  program
    .command('balances')
    .description('the credits of every account by replay of the log, as its events say them')
    .option('--at <date>', 'as of a past day (its end) or moment', parse.endMoment)
    .option('--grants', 'what is left of each grant as well')
    .action(({ at, grants }: { readonly at?: Instant; readonly grants?: true }) =>
      withOperations(async (operations) => {
        const balances = await operations.listBalances(at ?? null);
        const accounts = balances.accounts.map(({ grants: ofAccount, ...figures }) =>
          grants === true ? { ...figures, grants: ofAccount } : figures,
        );
        print({ at: at ?? null, totals: balances.totals, accounts });
      }),
    );
}
