/** Where the event log lives and how it behaves; the same for its writer thread and its readers. */
export interface EventLogOptions {
  readonly path: string;
  /** Whether reading also asks that every row holds the very text that was written; see `RowForm`. */
  readonly exact?: boolean;
  /** How long a write waits for another process before it is refused. */
  readonly patienceMs?: number;
  /** Bound on the file's size in pages of 4 KiB; beyond it the log acts as on a full disk. */
  readonly maxPages?: number;
}
