import type { Database } from 'better-sqlite3';
import { instant } from '../../domain/shared/instant.ts';
import { sweepSize } from './report-cache-writer.ts';
import { done, type IdempotencyRequest, type StoredClaim, type ViewReply } from './view-request.ts';

/** DECISIONS, `Idempotency-Key`: 24 hours from the first claim. */
export const idempotencyKeptMs = 24 * 60 * 60 * 1000;

interface ClaimRow {
  readonly fingerprint: string;
  readonly claimed_at: number;
  readonly lease_until: number;
  readonly response: string | null;
}

/** The writing side of the idempotency records; a claim is a write because only one caller may win it. */
export function idempotencyWriter(database: Database): (request: IdempotencyRequest) => ViewReply {
  const claim = claimer(database);
  // The first response stays: a caller whose lease ran out may answer late.
  const complete = database.prepare<[string, string]>(
    'UPDATE idempotency SET response = ? WHERE key = ? AND response IS NULL',
  );
  const abandon = database.prepare<[string]>(
    'DELETE FROM idempotency WHERE key = ? AND response IS NULL',
  );
  const sweep = database.prepare<[number]>(
    `DELETE FROM idempotency WHERE key IN
     (SELECT key FROM idempotency WHERE claimed_at < ? LIMIT ${sweepSize})`,
  );
  return (request) => {
    switch (request.op) {
      case 'claim':
        return { kind: 'claim', claim: claim(request) };
      case 'complete':
        complete.run(request.response, request.key);
        return done;
      case 'abandon':
        abandon.run(request.key);
        return done;
      case 'sweep-claims':
        return { kind: 'done', more: sweep.run(request.claimedBefore).changes === sweepSize };
    }
  };
}

function claimer(
  database: Database,
): (request: Extract<IdempotencyRequest, { op: 'claim' }>) => StoredClaim {
  const find = database.prepare<[string], ClaimRow>(
    'SELECT fingerprint, claimed_at, lease_until, response FROM idempotency WHERE key = ?',
  );
  const take = database.prepare<[string, string, number, number]>(
    `INSERT OR REPLACE INTO idempotency (key, fingerprint, claimed_at, lease_until, response)
     VALUES (?, ?, ?, ?, NULL)`,
  );
  return ({ key, fingerprint, nowMs, leaseMs }) => {
    const row = find.get(key);
    if (row === undefined || row.claimed_at + idempotencyKeptMs <= nowMs) {
      take.run(key, fingerprint, nowMs, nowMs + leaseMs);
      return { state: 'claimed', firstClaimedAt: instant(nowMs) };
    }
    if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
    if (row.response !== null) return { state: 'done', response: row.response };
    if (row.lease_until > nowMs) return { state: 'running' };
    take.run(key, fingerprint, row.claimed_at, nowMs + leaseMs);
    return { state: 'claimed', firstClaimedAt: instant(row.claimed_at) };
  };
}
