import { createHash } from 'node:crypto';
import type { Life, Scheduler } from './scheduler.ts';

/** The unit a disk writes in; small, so that the records of a run span several. */
const sectorSize = 64;

/** A file that is appended to, on a disk that keeps its word only for what was synced. */
export interface SimulatedFile {
  /** False when the disk is full: nothing, or only a part, was written. */
  append(text: string): boolean;
  truncate(length: number): void;
  readonly length: number;
  /** Whether a power cut would take something away. */
  readonly atRisk: boolean;
  /** Resolves once all that was written before is safe; rejects when the disk fails. */
  sync(life: Life): Promise<void>;
  contents(): string;
  /** What was written is safe from now on: the first thing that a store does when it starts. */
  keepAll(): void;
  /** The power goes: unsynced sectors are there or not, each by chance, and the end may be torn. */
  losePower(): void;
}

export interface DiskFaults {
  full: boolean;
  /** Chance that a sync fails. */
  syncFailure: number;
  syncMeanMs: number;
}

export interface DiskCounts {
  syncs: number;
  tornWrites: number;
  lostBytes: number;
  refusedWrites: number;
  failedSyncs: number;
}

export function openFile(
  scheduler: Scheduler,
  faults: DiskFaults,
  counts: DiskCounts,
): SimulatedFile {
  const { random } = scheduler;
  let safe = '';
  let pending = '';
  return {
    append(text) {
      if (faults.full) {
        counts.refusedWrites += 1;
        pending += text.slice(0, random.int(0, text.length - 1));
        return false;
      }
      pending += text;
      return true;
    },
    truncate(length) {
      const kept = (safe + pending).slice(0, length);
      safe = kept.slice(0, safe.length);
      pending = kept.slice(safe.length);
    },
    keepAll() {
      safe += pending;
      pending = '';
    },
    get length() {
      return safe.length + pending.length;
    },
    get atRisk() {
      return pending !== '';
    },
    async sync(life) {
      const end = safe.length + pending.length;
      const fails = random.chance(faults.syncFailure);
      await scheduler.sleep(random.around(faults.syncMeanMs), life);
      counts.syncs += 1;
      if (fails) {
        counts.failedSyncs += 1;
        throw new Error('the disk failed to sync');
      }
      const all = safe + pending;
      safe = all.slice(0, Math.max(safe.length, end));
      pending = all.slice(safe.length);
    },
    contents: () => safe + pending,
    losePower() {
      if (pending === '') return;
      const kept = survivors(pending, scheduler);
      counts.lostBytes += pending.length - kept.length;
      if (kept !== '' && kept !== pending) counts.tornWrites += 1;
      safe += kept;
      pending = '';
    },
  };
}

function survivors(pending: string, { random }: Scheduler): string {
  const mode = random.next();
  if (mode < 0.25) return '';
  if (mode < 0.4) return pending;
  // A sector that was not written reads as zeros; sectors behind it may well have been.
  const missing = mode < 0.7 ? 0 : 0.3;
  let kept = '';
  for (let at = 0; at < pending.length; at += sectorSize) {
    const sector = pending.slice(at, at + sectorSize);
    kept += random.chance(missing) ? '\0'.repeat(sector.length) : sector;
  }
  return kept.slice(0, random.int(0, kept.length));
}

/** A record with its length and a checksum, so that a torn one is known for what it is. */
export function recordText(content: string): string {
  return `${content.length}:${checksum(content)}:${content}\n`;
}

/** The whole records from the beginning of a file, and where they end. */
export function wholeRecords(text: string): {
  readonly records: readonly string[];
  readonly end: number;
} {
  const records: string[] = [];
  let end = 0;
  for (;;) {
    const head = /^(\d{1,9}):([0-9a-f]{16}):/.exec(text.slice(end, end + 32));
    if (head === null) return { records, end };
    const start = end + head[0].length;
    const length = Number(head[1]);
    const content = text.slice(start, start + length);
    const isWhole = content.length === length && text.charAt(start + length) === '\n';
    if (!isWhole || checksum(content) !== head[2]) return { records, end };
    records.push(content);
    end = start + length + 1;
  }
}

function checksum(content: string): string {
  return createHash('sha1').update(content).digest('hex').slice(0, 16);
}
