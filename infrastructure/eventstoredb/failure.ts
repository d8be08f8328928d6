import {
  AccessDeniedError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';
import {
  AppendTooLargeError,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../application/ports/event-store.ts';

/**
 * What the client says when a call never left, because no connection could be made, and what a server
 * says that does not take writes at present (EventStore, RpcExceptions.TryHandleNotHandled).
 */
const nothingDone = [
  /No connection established/,
  /Name resolution failed/,
  /Failed to discover after/,
  /Channel closed before call started/,
  /No leader info available/,
  /Server Is Not Ready/,
  /Server Is Too Busy/,
];

/**
 * What a failed append means. Only what a server answers before it writes, and what never reached one,
 * leaves no doubt; everything else may have been written.
 */
export function appendFailure(cause: unknown, stream: string): Error {
  if (cause instanceof MaxAppendSizeExceededError) {
    const limit = cause.maxAppendSize;
    return new AppendTooLargeError(
      `an append to ${stream} is larger than the server's limit of ${limit} bytes`,
      { cause },
    );
  }
  if (isRefusal(cause) || isUndone(cause)) {
    return new StoreUnavailableError(`cannot append to ${stream}: ${textOf(cause)}`, { cause });
  }
  return new OutcomeUnknownError(`an append to ${stream} may have happened: ${textOf(cause)}`, {
    cause,
  });
}

/** Whether the connection did its part: replacing it would change nothing. */
export function isAnswer(cause: unknown): boolean {
  return isRefusal(cause) || cause instanceof MaxAppendSizeExceededError;
}

export function isNotLeader(cause: unknown): boolean {
  return cause instanceof NotLeaderError;
}

function isRefusal(cause: unknown): boolean {
  return (
    cause instanceof AccessDeniedError ||
    cause instanceof StreamDeletedError ||
    cause instanceof NotLeaderError
  );
}

function isUndone(cause: unknown): boolean {
  return cause instanceof Error && nothingDone.some((pattern) => pattern.test(cause.message));
}

export function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
