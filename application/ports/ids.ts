/** Fresh random names. */
export interface Ids {
  /** A fresh public id: the prefix (`acc_`, `key_`, …) and at least 120 random bits in [0-9a-z]. */
  fresh(prefix: string): string;
  /** A random UUID, lower case. */
  uuid(): string;
}
