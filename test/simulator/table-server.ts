import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import { recordText, type SimulatedFile, wholeRecords } from './disk.ts';
import type { Host } from './network.ts';
import { type Life, outside, type Scheduler } from './scheduler.ts';
import {
  applyChange,
  type ChangeReply,
  copyOf,
  emptyTables,
  type TableChange,
  type TableState,
} from './table-state.ts';

export interface TableMistakes {
  readonly putsWithoutGuard: boolean;
}

export interface TableWorld {
  readonly scheduler: Scheduler;
  readonly file: SimulatedFile;
  readonly mistakes: TableMistakes;
  /** After everything that may move a checkpoint or take a document away. */
  onChanged(change: TableChange | 'recovered' | 'rolled back'): void;
}

/** How long a writer waits for a rebuild that holds the lock. */
const busyMs = 5_000;

/**
 * Read models, report cache, idempotency records, personal data and snapshots: tables behind a log of
 * changes. Only what must survive a power cut is synced before it is answered; the rest may lose its tail.
 */
export class TableServer implements Host {
  readonly name = 'tables';
  life: Life = { name: 'tables', alive: true };
  state: TableState = emptyTables();
  readonly #world: TableWorld;
  #rebuilder: Life | null = null;
  #lock: { readonly owner: Life; readonly before: TableState; changes: TableChange[] } | null =
    null;

  constructor(world: TableWorld) {
    this.#world = world;
  }

  /** @throws StoreUnavailableError when the disk is full, or a rebuild keeps the tables for too long. */
  async change(change: TableChange, by: Life): Promise<ChangeReply> {
    const { scheduler, file } = this.#world;
    const { life } = this;
    const deadline = scheduler.now() + busyMs;
    while (this.#lock !== null && this.#lock.owner !== by) {
      if (scheduler.now() > deadline) throw new StoreUnavailableError('the tables are locked');
      await scheduler.sleep(5, life);
    }
    if (change.op === 'begin-shadow') this.#rebuilder = by;
    else if (isOfShadow(change)) this.assertRebuilder(by);
    if (this.#lock === null) this.#write([change]);
    else this.#lock.changes.push(change);
    const reply = applyChange(this.state, change, this.#world.mistakes);
    this.#world.onChanged(change);
    if (!mustSurvivePowerCut(change)) return reply;
    try {
      await file.sync(life);
    } catch {
      this.kill();
      scheduler.after(200, outside, () => this.start());
      throw new OutcomeUnknownError('the disk failed to sync');
    }
    return reply;
  }

  /** @throws when another rebuild has begun since: its shadow took the place of the earlier one. */
  assertRebuilder(by: Life): void {
    if (this.#rebuilder !== by) throw new Error('another rebuild has begun; this one is void');
  }

  /** What somebody sees: a rebuild's changes show when it is done. */
  seenBy(reader: Life): TableState {
    const lock = this.#lock;
    return lock === null || lock.owner === reader ? this.state : lock.before;
  }

  /** Keeps every other writer out until `unlock`, or the end of its owner. */
  async lock(owner: Life): Promise<void> {
    const { scheduler } = this.#world;
    while (this.#lock !== null) await scheduler.sleep(5, this.life);
    this.#lock = { owner, before: copyOf(this.state), changes: [] };
    this.#watch(this.#lock);
  }

  /** Commits, or takes back everything that was changed under the lock. */
  unlock(owner: Life, end: 'commit' | 'roll back'): void {
    const lock = this.#lock;
    if (lock === null || lock.owner !== owner) return;
    this.#lock = null;
    try {
      if (end === 'commit') {
        this.#write(lock.changes);
        return;
      }
    } catch (error) {
      this.#rollBack(lock.before);
      throw error;
    }
    this.#rollBack(lock.before);
  }

  #rollBack(before: TableState): void {
    this.state = before;
    this.#world.onChanged('rolled back');
  }

  kill(): void {
    this.life.alive = false;
    this.#world.scheduler.note('tables', 'are killed');
  }

  losePower(): void {
    this.life.alive = false;
    this.#world.file.losePower();
    this.#world.scheduler.note('tables', 'lose power');
  }

  start(): void {
    if (this.life.alive) return;
    const { file, mistakes, scheduler } = this.#world;
    this.life = { name: 'tables', alive: true };
    this.#lock = null;
    this.#rebuilder = null;
    const { records, end } = wholeRecords(file.contents());
    file.truncate(end);
    file.keepAll();
    this.state = emptyTables();
    for (const record of records) {
      const changes: readonly TableChange[] = JSON.parse(record);
      for (const change of changes) applyChange(this.state, change, mistakes);
    }
    this.#world.onChanged('recovered');
    scheduler.note('tables', `start with ${records.length} changes`);
  }

  #write(changes: readonly TableChange[]): void {
    const { file } = this.#world;
    const before = file.length;
    if (file.append(recordText(JSON.stringify(changes)))) return;
    file.truncate(before);
    throw new StoreUnavailableError('the disk is full');
  }

  /** A connection that broke ends its transaction. */
  #watch(lock: { readonly owner: Life }): void {
    const { scheduler } = this.#world;
    scheduler.after(50, this.life, () => {
      if (this.#lock !== lock) return;
      if (lock.owner.alive) this.#watch(lock);
      else this.unlock(lock.owner, 'roll back');
    });
  }
}

function mustSurvivePowerCut({ op }: TableChange): boolean {
  return op === 'claim' || op === 'personal';
}

function isOfShadow(change: TableChange): boolean {
  if (change.op === 'swap' || change.op === 'drop-shadow') return true;
  return 'side' in change && change.side === 'shadow';
}
