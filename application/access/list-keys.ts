import type { AccountId } from '../../domain/shared/ids.ts';
import { type Outcome, success } from '../../domain/shared/refusal.ts';
import { getUsage } from '../ledger/get-usage.ts';
import { timedRows } from '../ledger/timed-rows.ts';
import { readModelNames } from '../ports/document-codec.ts';
import { keyUses } from './key-use.ts';
import { type KeyView, type KeyViewPorts, keyView } from './key-view.ts';

export interface KeyList {
  readonly account_id: AccountId;
  /** The period that `spent` is of; epoch milliseconds. */
  readonly period_start: number;
  readonly period_end: number;
  /** Oldest first; those that have ended as well. */
  readonly keys: readonly KeyView[];
}

/**
 * Every key the account ever had, with what it has spent in this period. Reads the account's whole statement.
 * Refuses with `not_found`.
 */
export async function listKeys(
  ports: KeyViewPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<Outcome<KeyList>> {
  const usage = await getUsage(ports, { accountId });
  if (!usage.ok) return usage;
  const { readModels, documents } = ports;
  const tokens = await readModels.query(readModelNames.tokenValidity, {
    index: 'account',
    equals: accountId,
  });
  const uses = await keyUses(timedRows(ports, accountId));
  const keys = await Promise.all(
    tokens.map((document) => {
      const token = documents.tokenValidity(document);
      return keyView(ports, token, uses.of(token.credentialId));
    }),
  );
  const { period_start, period_end } = usage.value.credits;
  return success({ account_id: accountId, period_start, period_end, keys: keys.sort(byAge) });
}

function byAge(left: KeyView, right: KeyView): number {
  const [first, second] = [left.created_at ?? 0, right.created_at ?? 0];
  return first - second || (left.key_id < right.key_id ? -1 : 1);
}
