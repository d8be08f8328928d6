import type { AccountId, PasskeyId } from '../../shared/ids.ts';
import type { PasskeyEvent } from './events.ts';
import type { Passkey } from './passkey.ts';

export type PasskeyCommand =
  | { readonly type: 'add-passkey'; readonly passkeyId: PasskeyId; readonly accountId: AccountId }
  | { readonly type: 'remove-passkey'; readonly accountId: AccountId };

export type PasskeyAnswer = 'done' | 'already_removed' | 'passkey_exists' | 'no_such_passkey';

export interface PasskeyDecision {
  readonly events: readonly { readonly event: PasskeyEvent; readonly idKey: string }[];
  readonly answer: PasskeyAnswer;
}

/** The rules of a passkey: added once, removed once by its own account, never revived. */
export function decide(passkey: Passkey | null, command: PasskeyCommand): PasskeyDecision {
  const { accountId } = command;
  if (command.type === 'add-passkey') {
    if (passkey !== null) return { events: [], answer: 'passkey_exists' };
    const { passkeyId } = command;
    const event = { type: 'PasskeyAdded', version: 1, data: { passkeyId, accountId } } as const;
    return { events: [{ idKey: 'add', event }], answer: 'done' };
  }
  // Another account's passkey is none at all to who asks.
  if (passkey?.accountId !== accountId) return { events: [], answer: 'no_such_passkey' };
  if (passkey.removed) return { events: [], answer: 'already_removed' };
  const { passkeyId } = passkey;
  const event = { type: 'PasskeyRemoved', version: 1, data: { passkeyId, accountId } } as const;
  return { events: [{ idKey: 'remove', event }], answer: 'done' };
}
