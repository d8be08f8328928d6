import type { FingerprintLibrary } from '../../application/ports/fingerprint-library.ts';
import { siblingModule } from '../system/start-worker.ts';
import type { FingerprintReply, FingerprintRequest } from './fingerprint-request.ts';
import { sqliteThread } from './sqlite-thread.ts';

/**
 * The comparison libraries of all accounts in one SQLite file, read and written on a thread of its own.
 * It holds keyed hashes, offsets, counts and titles, never words. Several processes may open the file.
 *
 * @throws StoreUnavailableError, OutcomeUnknownError from its methods
 */
export function openFingerprintLibrary(options: { readonly path: string }): FingerprintLibrary {
  const thread = sqliteThread<FingerprintRequest, FingerprintReply>({
    entry: siblingModule('fingerprint-worker', import.meta.url),
    data: options,
  });
  return {
    async store(account, text, storedAt) {
      await thread.send({ kind: 'store', account, text, storedAt });
    },
    candidates(account, { version, hashes }, limit) {
      return thread.send({ kind: 'candidates', account, version, hashes, limit });
    },
    async forget(account) {
      await thread.send({ kind: 'forget', account });
    },
    close: () => thread.close(),
  };
}
