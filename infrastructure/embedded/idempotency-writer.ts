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
  const abandon = database.prepare<[string, number]>(
    'DELETE FROM idempotency WHERE key = ? AND lease_until = ? AND response IS NULL',
  );
  const endLease = database.prepare<[string, number]>(
    'UPDATE idempotency SET lease_until = 0 WHERE key = ? AND lease_until = ? AND response IS NULL',
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
        abandon.run(request.key, request.leaseUntil);
        return done;
      case 'end-lease':
        endLease.run(request.key, request.leaseUntil);
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
  const taken = (key: string, row: Omit<ClaimRow, 'response'>): StoredClaim => {
    const { fingerprint, claimed_at, lease_until } = row;
    take.run(key, fingerprint, claimed_at, lease_until);
    const times = { firstClaimedAt: instant(claimed_at), leaseUntil: instant(lease_until) };
    return { state: 'claimed', ...times };
  };
  return ({ key, fingerprint, nowMs, leaseMs }) => {
    const row = find.get(key);
    const lease_until = nowMs + leaseMs;
    if (row === undefined || row.claimed_at + idempotencyKeptMs <= nowMs) {
      return taken(key, { fingerprint, claimed_at: nowMs, lease_until });
    }
    if (row.fingerprint !== fingerprint) return { state: 'mismatch' };
    if (row.response !== null) return { state: 'done', response: row.response };
    if (row.lease_until > nowMs) return { state: 'running' };
    return taken(key, { fingerprint, claimed_at: row.claimed_at, lease_until });
  };
}
