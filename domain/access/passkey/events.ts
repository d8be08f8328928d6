import type { NewEvent } from '../../shared/event.ts';
import type { AccountId, PasskeyId } from '../../shared/ids.ts';

/** Public key, counter and name are the person's and lie outside the log. */
export type PasskeyAdded = NewEvent<
  'PasskeyAdded',
  { readonly passkeyId: PasskeyId; readonly accountId: AccountId }
>;
export type PasskeyRemoved = NewEvent<
  'PasskeyRemoved',
  { readonly passkeyId: PasskeyId; readonly accountId: AccountId }
>;

export type PasskeyEvent = PasskeyAdded | PasskeyRemoved;

export function passkeyStream(passkey: PasskeyId): string {
  return `passkey-${passkey}`;
}
