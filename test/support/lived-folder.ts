import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { createKey } from '../../application/access/create-key.ts';
import { credits } from '../../domain/shared/credits.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import type { Operations } from '../../interfaces/cli/operations.ts';
import { openCore, openOperations, supportPorts } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { openedAccountIn } from './check-service.ts';

const settings = (path: string) => readConfig({ ASSAY_DATA_DIR: path, ASSAY_ALLOWANCE_PRO: '100' });

/** Everything that is stored of the events up to a position; null when the file cannot be read. */
export function rowsOf(path: string, position: number): readonly unknown[] | null {
  const database = new Database(path, { readonly: true });
  try {
    return database
      .prepare(
        `SELECT e.position, s.name, e.revision, hex(e.id), e.type, e.version, hex(e.data), hex(e.metadata)
         FROM events e CROSS JOIN streams s ON s.number = e.stream
         WHERE e.position <= ? ORDER BY e.position`,
      )
      .raw()
      .all(position);
  } catch {
    return null;
  } finally {
    database.close();
  }
}

/** Runs work on the command line's view of a folder, and closes it. */
export async function operating<Result>(
  path: string,
  work: (operations: Operations) => Promise<Result>,
): Promise<Result> {
  const operations = await openOperations(settings(path));
  try {
    return await work(operations);
  } finally {
    await operations.close();
  }
}

/** A folder with two accounts, three keys and five grants. */
export async function livedThrough(path: string): Promise<AccountId> {
  const core = await openCore(settings(path), (cause) => assert.fail(String(cause)));
  const { accountId } = await openedAccountIn(core, 'a@example.org');
  const other = await openedAccountIn(core, 'b@example.org');
  const actor = { kind: 'support' } as const;
  for (const owner of [accountId, other.accountId, accountId]) {
    await createKey(supportPorts(core), { accountId: owner, name: 'a key', rateLimit: 60, actor });
  }
  await core.stores.close();
  await operating(path, async (operations) => {
    for (const owner of [accountId, other.accountId, accountId, other.accountId, accountId]) {
      await grant(operations, owner);
    }
  });
  return accountId;
}

export async function grant(operations: Operations, accountId: AccountId): Promise<void> {
  const granted = await operations.grantCredits({
    accountId,
    amount: credits(10),
    kind: 'bonus',
    reason: 'a test',
    expiresAt: null,
  });
  assert.ok(granted.ok);
}
