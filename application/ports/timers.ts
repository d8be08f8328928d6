export interface Timers {
  /** Waits at least so many milliseconds. */
  pause(durationMs: number): Promise<void>;
  /** A number from 0 up to, not including, 1: for jitter, never for a secret or an id. */
  random(): number;
}
