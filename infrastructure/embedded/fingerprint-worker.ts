import { workerData } from 'node:worker_threads';
import type { FingerprintReply, FingerprintRequest } from './fingerprint-request.ts';
import { fingerprintSchema } from './fingerprint-schema.ts';
import { fingerprintTables } from './fingerprint-tables.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { threadFailure } from './sqlite-failure.ts';
import type { ThreadOutcome } from './sqlite-thread.ts';
import { serveThread } from './sqlite-thread-loop.ts';

const options: { readonly path: string } = workerData;

serveThread<FingerprintRequest, FingerprintReply>(() => {
  const database = openWriter({ ...options, durability: 'full', schema: fingerprintSchema });
  const tables = fingerprintTables(database);
  // Titles and hashes that are removed are overwritten, as far as the file goes.
  database.pragma('secure_delete = ON');
  const write = (request: Exclude<FingerprintRequest, { kind: 'candidates' }>): FingerprintReply =>
    request.kind === 'store' ? tables.store(request) : tables.forget(request.account);
  const search = (
    request: Extract<FingerprintRequest, { kind: 'candidates' }>,
  ): ThreadOutcome<FingerprintReply> => {
    try {
      return { ok: true, reply: tables.candidates(request) };
    } catch (error) {
      return { ok: false, failure: threadFailure(error, 'unavailable') };
    }
  };
  return {
    handle(requests) {
      // Reads come first: a search must not find a text whose store came after it in the queue.
      const found = requests.map((one) => (one.kind === 'candidates' ? search(one) : undefined));
      const writes = requests.filter((one) => one.kind !== 'candidates');
      const stored = writes.length > 0 ? commitBatch(database, writes, write) : [];
      const rest = stored[Symbol.iterator]();
      return found.map((outcome) => outcome ?? rest.next().value ?? missing);
    },
    close: () => database.close(),
  };
});

const missing: ThreadOutcome<never> = {
  ok: false,
  failure: { kind: 'unknown', message: 'a write gave no outcome' },
};
