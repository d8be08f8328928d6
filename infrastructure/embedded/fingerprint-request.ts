import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';

/** What the library asks of its thread. Typed arrays travel as copies. */
export type FingerprintRequest =
  | {
      readonly kind: 'store';
      readonly account: string;
      readonly text: LibraryText;
      readonly storedAt: number;
    }
  | {
      readonly kind: 'candidates';
      readonly account: string;
      readonly version: Fingerprints['version'];
      readonly hashes: Uint32Array;
      readonly limit: number;
    }
  | { readonly kind: 'forget'; readonly account: string };

/** The candidates, best first; none for a store or a removal. */
export type FingerprintReply = readonly LibraryText[];
