/** Secrets that are handed out once. */
export interface Secrets {
  /** A credential: the prefix (`as_live_`, …) and at least 256 random bits, URL-safe. */
  credential(prefix: string): string;
  /** So many decimal digits, each as likely as any other: a code that a person types. */
  digits(count: number): string;
}
