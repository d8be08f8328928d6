/**
 * Gathers what is asked for in one turn of the event loop and carries it out together, in batches of at
 * most `size`. The work on a batch begins after every request in it was made.
 *
 * @param run answers the requests in their order; when it fails, every request of the batch fails
 */
export function turnBatch<Request, Result>(
  run: (requests: readonly Request[]) => Promise<readonly Result[]>,
  size: number,
): (request: Request) => Promise<Result> {
  interface Waiting {
    readonly request: Request;
    resolve(result: Result): void;
    reject(error: unknown): void;
  }
  let gathered: Waiting[] = [];
  const carryOut = (batch: readonly Waiting[]): void => {
    run(batch.map(({ request }) => request)).then(
      (results) => {
        for (const [index, { resolve, reject }] of batch.entries()) {
          const result = results[index];
          if (result === undefined) reject(new Error('a batch gave no result for a request'));
          else resolve(result);
        }
      },
      (error: unknown) => {
        for (const { reject } of batch) reject(error);
      },
    );
  };
  const flush = (): void => {
    const waiting = gathered;
    gathered = [];
    for (let start = 0; start < waiting.length; start += size) {
      carryOut(waiting.slice(start, start + size));
    }
  };
  return (request) =>
    new Promise((resolve, reject) => {
      if (gathered.length === 0) setImmediate(flush);
      gathered.push({ request, resolve, reject });
    });
}
