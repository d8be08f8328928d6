/** What happens to one append. */
export type AppendFault =
  | 'none'
  /** Never answered. */
  | 'silent before applying'
  | 'silent after applying'
  /** The call ends with UNAVAILABLE, as it does when the connection breaks. */
  | 'reset before applying'
  | 'reset after applying'
  /** The server's own time-out, ABORTED: the append is applied all the same, later. */
  | 'late after time-out'
  /** Answered after `Faults.slowMs`. */
  | 'slow'
  /** Answered so late that the client has given up. */
  | 'very slow';

export type ReadFault =
  | 'none'
  /** Never answered. */
  | 'silent'
  /** Ends with UNAVAILABLE after half of the events. */
  | 'reset half way'
  /** Stops half way without an end. */
  | 'silent half way';

/** Changed by a test while the server runs; `appends` and `reads` are used up in order. */
export interface Faults {
  appends: AppendFault[];
  reads: ReadFault[];
  slowMs: number;
  verySlowMs: number;
  /** Subscriptions get nothing any more, no checkpoint either, and are not told. */
  subscriptionsSilent: boolean;
  /** Every event of a subscription comes twice. */
  duplicates: boolean;
  /** Checkpoints name the next record, which was not looked at yet, as those of some servers do. */
  checkpointsAhead: boolean;
}

export function noFaults(): Faults {
  return {
    appends: [],
    reads: [],
    slowMs: 30,
    verySlowMs: 400,
    subscriptionsSilent: false,
    duplicates: false,
    checkpointsAhead: false,
  };
}
