import { chainHash } from '../domain/shared/hash-chain.ts';
import type { Hasher } from './ports/hasher.ts';
import type { Snapshot } from './ports/snapshots.ts';
import type { CommandPorts } from './stream-writer.ts';

/** How a fold is written down and read back, so that it need not begin with the stream's first event. */
export interface SnapshotForm<State> {
  /** Grows whenever the fold, or the way it is written, changes. */
  readonly version: number;
  /** Lines without line breaks; each is made in a bounded time. */
  encode(state: State): Iterable<string>;
  /** @throws Error when the lines do not make sense */
  decode(lines: readonly string[]): State;
  /** How many entries `encode` writes. */
  weight(state: State): number;
}

/** Where a stream stands: its fold, and the event it ends with. */
export interface Standpoint<State> {
  readonly state: State;
  readonly revision: number;
  readonly lastHash: string;
}

/** The snapshots of one stream, on behalf of its writer. */
export interface SnapshotKeeper<State> {
  /** A standpoint to begin with, proven to belong to the log; undefined when there is none. */
  load(): Promise<Standpoint<State> | undefined>;
  /** Says where the stream stands. Takes a snapshot, in the background, when one is due. */
  note(standpoint: Standpoint<State>): void;
}

type KeeperPorts = Pick<CommandPorts, 'eventStore' | 'hasher' | 'timers' | 'snapshots'>;

/** A tail of this many events is folded in less time than a snapshot would save. */
const leastEvents = 500;
/**
 * A large state is written down more seldom, so that this bounds what snapshots cost each event, however
 * busy the stream is: at most so many entries written for each event.
 */
const entriesPerEvent = 8;

/**
 * Keeps the snapshots of a stream. They change how long loading takes and nothing else: one that was
 * made by another version of the fold, was tampered with, or does not end with the event that the log
 * has at its revision, is dropped; a store that fails is done without.
 */
export function snapshotKeeper<State>(
  stream: string,
  form: SnapshotForm<State> | undefined,
  ports: KeeperPorts,
): SnapshotKeeper<State> {
  const { snapshots, hasher, timers } = ports;
  if (snapshots === undefined || form === undefined) return noSnapshots;
  let kept = -1;
  let taking = false;

  const prove = async (snapshot: Snapshot): Promise<Standpoint<State> | undefined> => {
    const { foldVersion, revision, lastHash, state } = snapshot;
    if (foldVersion !== form.version || snapshot.seal !== sealOf(stream, snapshot, hasher))
      return undefined;
    if (!(await endsWith(stream, snapshot, ports))) return undefined;
    try {
      return { state: form.decode(state.split('\n')), revision, lastHash };
    } catch {
      return undefined;
    }
  };

  const take = async ({ state, revision, lastHash }: Standpoint<State>): Promise<void> => {
    const lines: string[] = [];
    for (const line of form.encode(state)) {
      lines.push(line);
      await timers.pause(0);
    }
    const text = lines.join('\n');
    const facts = { foldVersion: form.version, revision, lastHash, state: text };
    await snapshots.put(stream, { ...facts, seal: sealOf(stream, facts, hasher) });
  };

  return {
    async load() {
      const found = await snapshots.get(stream).catch(() => undefined);
      if (found === undefined) return undefined;
      const standpoint = await prove(found);
      if (standpoint === undefined) {
        await snapshots.remove(stream, found.seal).catch(() => undefined);
      } else kept = standpoint.revision;
      return standpoint;
    },
    note(standpoint) {
      const events = standpoint.revision - kept;
      if (taking || events < leastEvents) return;
      if (events * entriesPerEvent < form.weight(standpoint.state)) return;
      taking = true;
      void take(standpoint)
        .catch(() => undefined)
        .finally(() => {
          // One that failed is not tried again before the next is due.
          kept = standpoint.revision;
          taking = false;
        });
    },
  };
}

/** The seal binds every fact of a snapshot to its stream, under the server's secret. */
function sealOf(
  stream: string,
  { foldVersion, revision, lastHash, state }: Omit<Snapshot, 'seal'>,
  hasher: Hasher,
): string {
  const facts = [stream, foldVersion, revision, lastHash, hasher.sha256(state)];
  return hasher.keyedHash('snapshot', JSON.stringify(facts));
}

/** For a fold without a form, and for a process without a place for snapshots. */
const noSnapshots: SnapshotKeeper<never> = {
  load: async () => undefined,
  note: () => undefined,
};

/** Whether the log has, at the snapshot's revision, the very event that the snapshot ends with. */
async function endsWith(
  stream: string,
  { revision, lastHash }: Snapshot,
  { eventStore, hasher }: KeeperPorts,
): Promise<boolean> {
  for await (const event of eventStore.readStream(stream, revision)) {
    return event.revision === revision && chainHash(event, hasher.sha256) === lastHash;
  }
  return false;
}
