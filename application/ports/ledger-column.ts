/** A piece of the ledger column: the records of all account events between two positions of the log. */
export interface ColumnBlock {
  /** The block holds the events after this position ... */
  readonly afterPosition: number;
  /** ... up to this one, which is an event of an account ... */
  readonly position: number;
  /** ... of this id. */
  readonly lastEventId: string;
  /** Records as `domain/ledger/column-record` describes them. */
  readonly records: Uint8Array;
  /** Names that appear for the first time in this block, in the order of their numbers. */
  readonly names: ColumnNames;
}

export interface ColumnNames {
  /** Account ids. */
  readonly accounts: readonly string[];
  /** Grant ids are unique within an account, so the number of the account goes with them. */
  readonly grants: readonly (readonly [account: number, grant: string])[];
}

/**
 * Figures derived from the log, kept so that balances need no JSON to be read. It may be thrown away at
 * any time, is made anew from the log, and is never believed against it.
 */
export interface LedgerColumn {
  /** The last block, without what is in it; undefined when there is none. */
  last(): Promise<Pick<ColumnBlock, 'afterPosition' | 'position' | 'lastEventId'> | undefined>;
  /**
   * Blocks in log order, without gaps. Ends before the first block that is damaged, and drops it with
   * everything behind it.
   */
  blocks(): AsyncIterable<ColumnBlock>;
  /** Adds a block that begins where the last one ends; false when another process has added one since. */
  append(block: ColumnBlock): Promise<boolean>;
  clear(): Promise<void>;
  close(): Promise<void>;
}
