/** The side of the caller while a check runs: it may be told how far it is, and may take it back. */
export interface CheckWatch {
  readonly cancelled: AbortSignal;
  onStep(step: CheckStep): void;
}

/** So many of so many steps are done. Counting the words is the first, charging for the report the last. */
export interface CheckStep {
  readonly done: number;
  readonly total: number;
}

/** The caller took the check back before its report was ready. Nothing is charged. */
export class CheckCancelledError extends Error {
  override readonly name = 'CheckCancelledError';
}

/** @throws CheckCancelledError */
export function stopIfCancelled(watch: CheckWatch | null): void {
  if (watch?.cancelled.aborted === true) throw cancelled();
}

/**
 * Waits for work until the caller takes the check back. The work itself cannot be stopped: it goes on, and
 * whatever comes of it is dropped.
 * @throws CheckCancelledError
 */
export function unlessCancelled<Value>(
  watch: CheckWatch | null,
  work: Promise<Value>,
): Promise<Value> {
  if (watch === null) return work;
  const { cancelled: signal } = watch;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(cancelled());
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function cancelled(): CheckCancelledError {
  return new CheckCancelledError('the caller took the check back');
}
