/** More work waits than the service takes on. Nothing was done and nothing is charged; coming back later helps. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError';
}
