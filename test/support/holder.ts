import type { Plan } from '../../domain/access/plan.ts';
import { credits } from '../../domain/shared/credits.ts';
import type { AccountId, KeyId } from '../../domain/shared/ids.ts';
import type { AssayProcess } from './assay-process.ts';
import { done } from './done.ts';

export interface Holder {
  readonly accountId: AccountId;
  readonly keyId: KeyId;
  /** What a request shows. */
  readonly key: string;
}

/** Opens an account, which needs no process of the command line. */
export async function openedAccount(
  assay: Pick<AssayProcess, 'operations'>,
  { email = `u${Math.random()}@example.org`, plan = 'pro' as Plan } = {},
): Promise<AccountId> {
  const operations = await assay.operations();
  return done(await operations.openAccount(email, plan)).accountId;
}

/** Opens an account with a key, and with credits beside its allowance. */
export async function openHolder(
  assay: Pick<AssayProcess, 'operations'>,
  wish: { readonly email?: string; readonly bonus?: number; readonly rateLimit?: number } = {},
): Promise<Holder> {
  const { email, bonus = 0, rateLimit = 100_000 } = wish;
  const accountId = await openedAccount(assay, email === undefined ? {} : { email });
  const operations = await assay.operations();
  if (bonus > 0) {
    const grant = { accountId, amount: credits(bonus), kind: 'bonus', reason: 'a test' } as const;
    done(await operations.grantCredits({ ...grant, expiresAt: null }));
  }
  const made = await operations.createKey({ accountId, name: 'a test', rateLimit });
  return { accountId, ...done(made) };
}
