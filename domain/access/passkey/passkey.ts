import type { AccountId, PasskeyId } from '../../shared/ids.ts';
import type { Instant } from '../../shared/instant.ts';
import type { PasskeyEvent } from './events.ts';

/** The fold of a passkey's stream. */
export type Passkey = {
  readonly passkeyId: PasskeyId;
  readonly accountId: AccountId;
  readonly removed: boolean;
};

/** The read model: one document a passkey. */
export type PasskeyListing = Passkey & { readonly addedAt: Instant };

export function evolve(passkey: Passkey | null, event: PasskeyEvent): Passkey | null {
  switch (event.type) {
    case 'PasskeyAdded':
      return { ...event.data, removed: false };
    case 'PasskeyRemoved':
      return passkey && { ...passkey, removed: true };
  }
}
