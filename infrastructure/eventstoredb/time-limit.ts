/** Nothing came in time. */
export class SilenceError extends Error {
  override readonly name = 'SilenceError';
}

/** The promise's outcome, or a SilenceError; what comes after that is of no interest to anybody. */
export async function within<Value>(limitMs: number, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SilenceError(`no answer within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => undefined);
  }
}
