import type { AccountId } from '../../domain/shared/ids.ts';

/**
 * Seals what other stores keep of an account's texts, under a key that is destroyed with the account.
 * `place` names where a text belongs: moved to another place it cannot be opened.
 */
export interface TextSealer {
  /** @throws AccountErasedError */
  seal(
    account: AccountId,
    what: { readonly place: string; readonly text: string },
  ): Promise<string>;
  /** Undefined when the account was erased, or this was not sealed here, for it and this place. */
  open(
    account: AccountId,
    what: { readonly place: string; readonly sealed: string },
  ): Promise<string | undefined>;
}
