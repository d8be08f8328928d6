import { type Credits, credits, noCredits } from '../shared/credits.ts';
import type { KeyId } from '../shared/ids.ts';
import {
  mapEntries,
  mapFrom,
  mapGet,
  mapRemove,
  mapSet,
  type PersistentMap,
} from '../shared/persistent-map.ts';
import type { KeyCap } from './events.ts';

/** What a capped key has open, and what it has been debited less refunds since the account's period began. */
export interface KeySpending {
  readonly held: Credits;
  readonly debited: Credits;
}

/** Every capped key that has spent something in this period, or has a hold open. Other keys are not counted. */
export type KeySpendings = PersistentMap<KeySpending>;

/**
 * What the key may still spend in this period. Open holds count whenever they were made, so what is debited
 * in one period never exceeds the cap, however many holds were open when it began.
 */
export function remainingUnder(spendings: KeySpendings, { keyId, monthlyCap }: KeyCap): Credits {
  const { held, debited } = mapGet(spendings, keyId) ?? nothing;
  return credits(Math.max(0, monthlyCap - held - debited));
}

/** Counts a change for a key; null is a key without a cap, for which nothing is counted. */
export function countUnder(
  spendings: KeySpendings,
  keyId: KeyId | null,
  change: { readonly held?: number; readonly debited?: number },
): KeySpendings {
  if (keyId === null) return spendings;
  const before = mapGet(spendings, keyId) ?? nothing;
  const held = credits(before.held + (change.held ?? 0));
  const debited = credits(before.debited + (change.debited ?? 0));
  if (held === 0 && debited === 0) return mapRemove(spendings, keyId);
  return mapSet(spendings, keyId, { held, debited });
}

/** A period begins: only what is open goes with it. */
export function withoutDebits(spendings: KeySpendings): KeySpendings {
  if (spendings.size === 0) return spendings;
  const open = [...mapEntries(spendings)].filter(([, { held }]) => held > 0);
  return mapFrom(open.map(([keyId, { held }]) => [keyId, { held, debited: noCredits }]));
}

const nothing: KeySpending = { held: noCredits, debited: noCredits };
