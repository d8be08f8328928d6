import { type Command, Option } from 'commander';
import type { Plan } from '../../../domain/access/plan.ts';
import type { Credits } from '../../../domain/shared/credits.ts';
import type { AccountId } from '../../../domain/shared/ids.ts';
import type { Instant } from '../../../domain/shared/instant.ts';
import * as parse from '../arguments.ts';
import { expectDone, print } from '../output.ts';
import type { WithOperations } from '../with-operations.ts';

export function addAccountCommands(program: Command, withOperations: WithOperations): void {
  const account = program.command('account').description('open accounts and look after them');
  account
    .command('open')
    .description('open an account for an e-mail address')
    .requiredOption('--email <address>', 'e-mail address of the holder')
    .requiredOption('--plan <plan>', 'free, pro or team', parse.plan)
    .action(({ email, plan }: { email: string; plan: Plan }) =>
      withOperations(async (operations) => {
        const { accountId } = expectDone(await operations.openAccount(email, plan));
        print({ account_id: accountId });
      }),
    );
  account
    .command('plan')
    .description('change the plan; its month begins at once')
    .argument('<account>', 'account id', parse.account)
    .argument('<plan>', 'free, pro or team', parse.plan)
    .action((id: AccountId, plan: Plan) =>
      withOperations(async (operations) => {
        expectDone(await operations.choosePlan(id, plan));
        print({ account_id: id, plan });
      }),
    );
  addGrantCommand(account, withOperations);
  addEraseCommand(account, withOperations);
  account
    .command('show')
    .description('where an account stands, now or at a past instant')
    .argument('<account>', 'account id', parse.account)
    .option('--at <instant>', 'as the service would have answered then, by replay', parse.endMoment)
    .action((id: AccountId, { at }: { at?: Instant }) =>
      withOperations(async (operations) => {
        print(
          at === undefined
            ? expectDone(await operations.showAccount(id))
            : expectDone(await operations.showAccountAt(id, at)),
        );
      }),
    );
}

function addEraseCommand(account: Command, withOperations: WithOperations): void {
  account
    .command('erase')
    .description("destroy an account's personal data and texts, for good; its ledger stays")
    .argument('<account>', 'account id', parse.account)
    .requiredOption('--confirm', 'there is no way back')
    .action((id: AccountId) =>
      withOperations(async (operations) => {
        const { keys, authorizations } = expectDone(await operations.eraseAccount(id));
        print({
          account_id: id,
          erased: true,
          revoked_keys: keys,
          ended_authorizations: authorizations,
        });
      }),
    );
}

interface GrantOptions {
  readonly credits: Credits;
  readonly kind: 'bonus' | 'purchase' | 'adjustment';
  readonly reason: string;
  readonly expires?: Instant;
}

function addGrantCommand(account: Command, withOperations: WithOperations): void {
  account
    .command('grant')
    .description('give credits')
    .argument('<account>', 'account id', parse.account)
    .requiredOption('--credits <number>', 'how many', parse.amount)
    .addOption(
      new Option('--kind <kind>', 'what for')
        .choices(['bonus', 'purchase', 'adjustment'])
        .default('bonus'),
    )
    .requiredOption('--reason <text>', 'kept outside the log')
    .option('--expires <date>', 'when what is left of it expires', parse.moment)
    .action((id: AccountId, options: GrantOptions) =>
      withOperations(async (operations) => {
        const { credits: amount, kind, reason, expires } = options;
        const grant = { accountId: id, amount, kind, reason, expiresAt: expires ?? null };
        const { grantId, available } = expectDone(await operations.grantCredits(grant));
        print({ grant_id: grantId, account_id: id, credits: amount, remaining: available });
      }),
    );
}
