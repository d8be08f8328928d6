import { workerData } from 'node:worker_threads';
import type { Database } from 'better-sqlite3';
import type { ShadowReply, ShadowRequest, SideRequest } from './shadow-request.ts';
import { beginShadow, compareSides, dropShadow, ownership, swapShadow } from './shadow-tables.ts';
import { commitBatch } from './sqlite-batch.ts';
import { openWriter } from './sqlite-database.ts';
import { threadFailure } from './sqlite-failure.ts';
import type { ThreadOutcome } from './sqlite-thread.ts';
import { serveThread } from './sqlite-thread-loop.ts';
import type { ViewOptions } from './view-request.ts';
import { viewSchema } from './view-schema.ts';
import { sideApplier } from './view-sides.ts';

const options: ViewOptions & { readonly owner: string } = workerData;
const done: ShadowReply = { kind: 'done' };

serveThread<ShadowRequest, ShadowReply>(() => {
  const database = openWriter({ path: options.path, durability: 'normal', schema: viewSchema });
  const side = sideApplier(database, options.models);
  const assertOwned = ownership(database, options.owner);
  const apply = (request: ShadowRequest): ShadowReply => {
    if (request.op !== 'begin' && request.op !== 'release') assertOwned();
    return 'side' in request ? side(request) : step(database, request);
  };
  return {
    handle(requests) {
      const locking = database.inTransaction || requests.some(({ op }) => op === 'lock');
      if (!locking) return commitBatch(database, requests, apply);
      return requests.map((request) => handleLocked(database, request, apply));
    },
    close: () => database.close(),
  };
});

/** Between `lock` and `swap` or `release`, one transaction keeps every other writer of the file out. */
function handleLocked(
  database: Database,
  request: ShadowRequest,
  apply: (request: ShadowRequest) => ShadowReply,
): ThreadOutcome<ShadowReply> {
  try {
    if (request.op === 'lock') database.exec('BEGIN IMMEDIATE');
    if (!database.inTransaction) throw new Error('the lock was lost by an earlier failure');
    const reply = apply(request);
    if (request.op === 'swap' || request.op === 'release') database.exec('COMMIT');
    return { ok: true, reply };
  } catch (error) {
    // Whatever went wrong, nobody else may have to wait for it.
    if (database.inTransaction) database.exec('ROLLBACK');
    return { ok: false, failure: threadFailure(error, 'unknown') };
  }
}

function step(database: Database, request: Exclude<ShadowRequest, SideRequest>): ShadowReply {
  const { models, owner } = options;
  switch (request.op) {
    case 'begin':
      return { kind: 'begun', resumed: beginShadow(database, models, { ...request, owner }) };
    case 'compare': {
      const compared = models.map((model) => compareSides(database, model));
      const total = compared.reduce((sum, ofModel) => sum + ofModel.total, 0);
      const differences = compared.flatMap((ofModel) => ofModel.differences);
      return { kind: 'differences', comparison: { total, differences } };
    }
    case 'swap':
      swapShadow(database, models);
      return done;
    case 'drop':
      dropShadow(database, models);
      return done;
    case 'lock':
    case 'release':
      return done;
  }
}
