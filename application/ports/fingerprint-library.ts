import type { AccountId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';

/** Fingerprints of the texts an account chose to keep. Always asked with the account. */
export interface FingerprintLibrary {
  /** Durable before it answers. Storing the same `id` again changes nothing. */
  store(account: AccountId, text: LibraryText, storedAt: Instant): Promise<void>;
  /** The texts that share the most fingerprints, best first. */
  candidates(
    account: AccountId,
    fingerprints: Fingerprints,
    limit: number,
  ): Promise<readonly LibraryText[]>;
  /** Removes every text of an account. Durable before it answers; repeating it is a success. */
  forget(account: AccountId): Promise<void>;
  close(): Promise<void>;
}
