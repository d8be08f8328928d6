import {
  MongoBulkWriteError,
  MongoClientClosedError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoOperationTimeoutError,
  MongoServerError,
  MongoServerSelectionError,
  MongoTopologyClosedError,
} from 'mongodb';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';

/** Our own time limit was over before the driver answered. */
export class OverdueError extends Error {
  override readonly name = 'OverdueError';

  constructor(limitMs: number) {
    super(`MongoDB did not answer within ${limitMs} ms`);
  }
}

/** E11000: a document with this `_id` (or another unique value) is there already. */
export const duplicateKey = 11_000;

/**
 * Codes with which a server says that it did nothing because of its own state, from MongoDB's
 * `error_codes.yml`: not the primary, no space left, not allowed. Trying later may help.
 */
const refusals = new Set([18, 10_058, 10_107, 13_388, 13_435, 13_436, 14_031]);
/** Codes of work that was interrupted, or passed on by a router and lost sight of. */
const interruptions = new Set([6, 7, 50, 89, 91, 189, 202, 262, 317, 9_001, 11_600, 11_602]);

export function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === duplicateKey;
}

/** Whether the server was asked about, or told to drop, a collection that is not there. */
export function isMissingCollection(error: unknown): boolean {
  // 26 NamespaceNotFound
  return error instanceof MongoServerError && error.code === 26;
}

/** Whether the server refused a command or an option because it does not have it. */
export function isNotImplemented(error: unknown): boolean {
  // 59 CommandNotFound, 72 InvalidOptions, 115 CommandNotSupported, 238 NotImplemented
  return error instanceof MongoServerError && [59, 72, 115, 238].includes(Number(error.code));
}

/** The error of a read as callers of the ports know it; faults of ours stay what they are. */
export function readFailure(error: unknown): unknown {
  if (!isOutage(error)) return error;
  return new StoreUnavailableError(`MongoDB cannot be read: ${messageOf(error)}`, { cause: error });
}

/** The error of a write: was nothing written, or does nobody know? */
export function writeFailure(error: unknown): unknown {
  if (error instanceof MongoBulkWriteError) return bulkFailure(error);
  if (hasWriteConcernError(error)) return unknown(error);
  if (!isOutage(error)) return error;
  if (!isBeforeWriting(error)) return unknown(error);
  const message = `MongoDB cannot be written: ${messageOf(error)}`;
  return new StoreUnavailableError(message, { cause: error });
}

function bulkFailure(error: MongoBulkWriteError): unknown {
  const others = [error.writeErrors].flat().filter(({ code }) => code !== duplicateKey);
  const concern = error.result.getWriteConcernError();
  if (concern !== undefined) return unknown(error);
  return others.some(({ code }) => isServerState(code)) ? unknown(error) : error;
}

/** Written on the primary, but not known to be on a majority: an election may take it back. */
function hasWriteConcernError(error: unknown): boolean {
  return error instanceof MongoServerError && error.errorResponse.writeConcernError !== undefined;
}

function isServerState(code: unknown): boolean {
  return refusals.has(Number(code)) || interruptions.has(Number(code));
}

function isOutage(error: unknown): boolean {
  if (error instanceof OverdueError) return true;
  if (error instanceof MongoServerError) return isServerState(error.code);
  return (
    error instanceof MongoNetworkError || // and what derives from it: time-outs, a cleared pool
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoClientClosedError ||
    error instanceof MongoOperationTimeoutError ||
    error instanceof MongoNotConnectedError ||
    isPoolError(error) ||
    isSocketError(error)
  );
}

/** What the driver lets through as it came from the socket, when the server ends in the middle of a call. */
function isSocketError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  return /^(E(PIPE|CONN[A-Z]+|TIMEDOUT|(HOST|NET)UNREACH|NOTFOUND|AI_AGAIN)|ERR_(STREAM|SOCKET)_[A-Z_]+)$/.test(
    String(error.code),
  );
}

/** Classes that the driver does not export; their names are part of what it documents. */
function isPoolError(error: unknown): boolean {
  const names = ['MongoWaitQueueTimeoutError', 'MongoPoolClearedError', 'MongoPoolClosedError'];
  return error instanceof MongoError && names.includes(error.name);
}

function isBeforeWriting(error: unknown): boolean {
  if (error instanceof MongoServerError) return refusals.has(Number(error.code));
  if (error instanceof MongoNetworkError && error.message.includes('ECONNREFUSED')) return true;
  return (
    isPoolError(error) ||
    error instanceof MongoServerSelectionError ||
    error instanceof MongoTopologyClosedError ||
    error instanceof MongoNotConnectedError
  );
}

function unknown(error: unknown): OutcomeUnknownError {
  return new OutcomeUnknownError(`MongoDB may have written it or not: ${messageOf(error)}`, {
    cause: error,
  });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
