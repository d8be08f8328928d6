/**
 * The fold of a stream as of one of its events: a shortcut past everything before it. Whoever uses one
 * proves first that it belongs to the log at hand; a store keeps what it is given and judges nothing.
 */
export interface Snapshot {
  /** Version of the fold that made `state`. */
  readonly foldVersion: number;
  /** Stream revision of the last event folded in. */
  readonly revision: number;
  /** Chain hash of that event, 64 hex digits. */
  readonly lastHash: string;
  /** The state as text, up to some tens of megabytes. */
  readonly state: string;
  /** Keyed hash over all of the above, 64 hex digits: what was changed in the store is not believed. */
  readonly seal: string;
}

/** One snapshot a stream. A lost one costs time, never money, so none of this has to be durable. */
export interface Snapshots {
  get(stream: string): Promise<Snapshot | undefined>;
  /**
   * Keeps a snapshot in place of an older one; one of the same or a lower `revision` than is stored
   * changes nothing. A store may drop what is too large for it.
   */
  put(stream: string, snapshot: Snapshot): Promise<void>;
  /** Drops the snapshot of a stream if it has this seal: it was found to be of no use. */
  remove(stream: string, seal: string): Promise<void>;
  /** Drops all of them. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
