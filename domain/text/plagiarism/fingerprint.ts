/** Keyed fingerprints of one text: parallel arrays, one entry a fingerprint, ordered by `tokens`. */
export interface Fingerprints {
  /** Version of normaliser, stemmer, k, w and key: texts of another version never match. */
  readonly version: number;
  /** Unsigned 32-bit keyed hashes. */
  readonly hashes: Uint32Array;
  /** Index of the first word each fingerprint covers. */
  readonly tokens: Uint32Array;
  /** UTF-16 offset in the text where each fingerprint starts, and where it ends. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Which family a fingerprint belongs to: 0 = word 5-gram, 1 = order-free content trigram. */
  readonly families: Uint8Array;
  /** Words of the text. */
  readonly words: number;
}

/** A text of the caller's comparison library: its fingerprints, never its words. */
export interface LibraryText {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly fingerprints: Fingerprints;
}
