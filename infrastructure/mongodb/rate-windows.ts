import { randomUUID } from 'node:crypto';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import {
  defaultWindowSeconds,
  type RateDecision,
  type RateRequest,
  type RateWindows,
} from '../../application/ports/rate-windows.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import { inserted, removeAll, type StoreCollection, storeCollection } from './collection.ts';
import type { MongoConnection } from './connection.ts';
import { decideInWindow } from './sliding-window.ts';

/** Silent credentials are forgotten after so long, by the server or by us. */
const forgottenAfterSeconds = 10 * 60;
/** A try is lost only to a node that has just decided, so among a few nodes a handful is much. */
const maxTries = 100;

/** The admitted requests of one credential within the window, on all nodes. */
interface WindowDocument {
  readonly _id: string;
  /** Epoch milliseconds, oldest first. */
  readonly times: readonly number[];
  /** A name for exactly this state: whoever decides on it writes only if it still stands. */
  readonly state: string;
  /** For a window longer than a minute it lies ahead by the difference, so that none is forgotten early. */
  readonly writtenAt: Date;
}

/** The requests of one credential on this node, and what it knows of the window. */
interface Lane {
  readonly id: string;
  readonly windowMs: number;
  readonly waiting: {
    readonly request: RateRequest;
    resolve(decision: RateDecision): void;
    reject(error: unknown): void;
  }[];
  running: boolean;
  known: WindowDocument | undefined;
}

/**
 * An exact sliding window per credential for all nodes together. A node decides on the window as it knows
 * it and writes the new one in the place of that; where another node was faster, it reads and decides
 * again. Requests that wait on one node are decided together. A refusal needs no round trip: the window
 * a node knows can only have become fuller.
 *
 * The times are those of the callers' clocks. Where one node's clock is ahead of another's, that node lets
 * requests leave the window earlier by the difference: clocks have to be kept to well under a second.
 */
export function mongoRateWindows(connection: MongoConnection): RateWindows {
  const windows = storeCollection<WindowDocument>(connection, 'rate_windows', [
    { key: { writtenAt: 1 }, keptSeconds: forgottenAfterSeconds },
  ]);
  const lengths = new Map<number, Map<string, Lane>>();
  const sweep = sweeper(windows);
  return {
    admit(request) {
      sweep();
      const { credentialId, now, windowSeconds = defaultWindowSeconds } = request;
      const lanes = lengths.get(windowSeconds) ?? new Map<string, Lane>();
      lengths.set(windowSeconds, lanes);
      forgetSilent(lanes, now);
      const lane = lanes.get(credentialId) ?? newLane(credentialId, windowSeconds);
      // The map lists credentials by their last request, so that the silent ones come first.
      lanes.delete(credentialId);
      lanes.set(credentialId, lane);
      return new Promise((resolve, reject) => {
        lane.waiting.push({ request, resolve, reject });
        if (!lane.running) void serve(windows, lane);
      });
    },
    async counted({ credentialId, now, windowSeconds = defaultWindowSeconds }) {
      const { id, windowMs } = newLane(credentialId, windowSeconds);
      const times = (await find(windows, id))?.times ?? [];
      return times.filter((time) => time > now - windowMs).length;
    },
  };
}

function newLane(credentialId: string, windowSeconds: number): Lane {
  const isDefault = windowSeconds === defaultWindowSeconds;
  return {
    id: isDefault ? credentialId : `${windowSeconds} s of ${credentialId}`,
    windowMs: windowSeconds * 1000,
    waiting: [],
    running: false,
    known: undefined,
  };
}

async function serve(windows: StoreCollection<WindowDocument>, lane: Lane): Promise<void> {
  lane.running = true;
  while (lane.waiting.length > 0) {
    const batch = lane.waiting.splice(0);
    try {
      const requests = batch.map(({ request }) => request);
      const decisions = await decideTogether(windows, lane, requests);
      for (const [index, { resolve, reject }] of batch.entries()) {
        const decision = decisions[index];
        if (decision === undefined) reject(new Error('a request was left undecided'));
        else resolve(decision);
      }
    } catch (error) {
      lane.known = undefined;
      for (const { reject } of batch) reject(error);
    }
  }
  lane.running = false;
}

async function decideTogether(
  windows: StoreCollection<WindowDocument>,
  lane: Lane,
  requests: readonly RateRequest[],
): Promise<readonly RateDecision[]> {
  const { id, windowMs } = lane;
  lane.known ??= await find(windows, id);
  for (let attempt = 1; attempt <= maxTries; attempt += 1) {
    const before = lane.known;
    let times = before?.times ?? [];
    let changed = false;
    const decisions = requests.map(({ limit, now }) => {
      const decided = decideInWindow(times, { limit, now, windowMs });
      times = decided.times;
      changed ||= decided.corrected || decided.decision.admitted;
      return decided.decision;
    });
    if (!changed) return decisions;
    const writtenAt = new Date(Date.now() + windowMs - defaultWindowSeconds * 1000);
    const next = { _id: id, times, state: randomUUID(), writtenAt };
    if (await replace(windows, before, next)) {
      lane.known = next;
      return decisions;
    }
    lane.known = await find(windows, id);
    if (attempt > 3) await new Promise((resolve) => setTimeout(resolve, Math.random() * 10));
  }
  throw new StoreUnavailableError(`the rate window was taken by others ${maxTries} times`);
}

async function find(
  windows: StoreCollection<WindowDocument>,
  id: string,
): Promise<WindowDocument | undefined> {
  return (await windows.read((stored) => stored.findOne({ _id: id }))) ?? undefined;
}

/** In force on the primary is enough: a window that is lost with it is a minute of one credential. */
const lightly = { writeConcern: { w: 1, journal: false } } as const;

async function replace(
  windows: StoreCollection<WindowDocument>,
  before: WindowDocument | undefined,
  next: WindowDocument,
): Promise<boolean> {
  return windows.write(async (stored) => {
    if (before === undefined) return inserted(stored.insertOne(next, lightly));
    const { _id, ...rest } = next;
    const unchanged = { _id, state: before.state };
    const { matchedCount } = await stored.updateOne(unchanged, { $set: rest }, lightly);
    return matchedCount === 1;
  });
}

/** Looks at the two most silent credentials on each request: more than come in, so the map stays small. */
function forgetSilent(lanes: Map<string, Lane>, now: Instant): void {
  let looked = 0;
  for (const [credentialId, { windowMs, running, known }] of lanes) {
    if (looked === 2 || running || (known?.times.at(-1) ?? 0) > now - windowMs) return;
    lanes.delete(credentialId);
    looked += 1;
  }
}

/** For servers that remove nothing by themselves. */
function sweeper(windows: StoreCollection<WindowDocument>): () => void {
  let last = Date.now();
  return () => {
    const now = Date.now();
    if (now - last < forgottenAfterSeconds * 1000) return;
    last = now;
    const before = new Date(now - forgottenAfterSeconds * 1000);
    // What is left over this time is swept the next time.
    removeAll(windows, { writtenAt: { $lt: before } }).catch(() => undefined);
  };
}
