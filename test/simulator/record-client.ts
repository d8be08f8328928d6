import type { IdempotencyStore } from '../../application/ports/idempotency-store.ts';
import type { PersonalData } from '../../application/ports/personal-data.ts';
import type { ReportCache } from '../../application/ports/report-cache.ts';
import type { Snapshots } from '../../application/ports/snapshots.ts';
import { accountId } from '../../domain/shared/ids.ts';
import type { Connection } from './table-client.ts';

/** API.md, "Limits": result cache. */
const cacheKeptMs = 24 * 60 * 60 * 1000;

export function reportCache(connection: Connection): ReportCache {
  return {
    async get(key, now) {
      const part = await connection.read(({ cache }) => cache.get(key));
      return part === undefined || part.storedAt + cacheKeptMs <= now ? undefined : part;
    },
    async put(key, part) {
      await connection.change({ op: 'cache', key, part });
    },
    sweep: async () => undefined,
    close: async () => undefined,
  };
}

export function idempotency(connection: Connection): IdempotencyStore {
  return {
    async claim({ key, fingerprint, now, leaseMs }) {
      const reply = await connection.change({
        op: 'claim',
        key,
        fingerprint,
        nowMs: now,
        leaseMs,
      });
      if (typeof reply === 'string') throw new Error(`a claim was answered with ${reply}`);
      return reply;
    },
    async complete(key, response) {
      await connection.change({ op: 'complete', key, response: JSON.stringify(response) });
    },
    async abandon(key, { leaseUntil }) {
      await connection.change({ op: 'abandon', key, leaseUntil });
    },
    async endLease(key, { leaseUntil }) {
      await connection.change({ op: 'end-lease', key, leaseUntil });
    },
    sweep: async () => undefined,
  };
}

export function personalData(connection: Connection): PersonalData {
  const unused = (): never => {
    throw new Error('nothing in a simulation asks for this');
  };
  return {
    async put(account, field, value) {
      await connection.change({
        op: 'personal',
        key: `${account}|${field}`,
        value,
        first: false,
      });
    },
    get: (account, field) => connection.read(({ personal }) => personal.get(`${account}|${field}`)),
    async findAccount(field, value) {
      const found = await connection.read(({ personal }) => personal.get(`${field}=${value}`));
      return found === undefined ? undefined : accountId(found);
    },
    async claimUnique(account, field, value) {
      const key = `${field}=${value}`;
      const reply = await connection.change({ op: 'personal', key, value: account, first: true });
      return reply === 'claimed';
    },
    fingerprintKey: async () => new Uint8Array(32),
    textKey: async () => new Uint8Array(32),
    erase: unused,
    close: async () => undefined,
  };
}

export function snapshots(connection: Connection): Snapshots {
  return {
    get: (stream) => connection.read((state) => state.snapshots.get(stream)),
    async put(stream, snapshot) {
      await connection.change({ op: 'snapshot', stream, snapshot });
    },
    async remove(stream, seal) {
      await connection.change({ op: 'drop-snapshot', stream, seal });
    },
    async clear() {
      await connection.change({ op: 'clear-snapshots' });
    },
    close: async () => undefined,
  };
}
