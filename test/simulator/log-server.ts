import {
  type AppendResult,
  OutcomeUnknownError,
  StoreUnavailableError,
} from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { recordText, type SimulatedFile, wholeRecords } from './disk.ts';
import { type AppendRequest, repeatOf } from './log-records.ts';
import type { Host } from './network.ts';
import { type Life, outside, type Scheduler } from './scheduler.ts';

/** Mistakes a store could make; the simulator has to notice each of them. */
export interface LogMistakes {
  readonly ignoresExpectedRevision: boolean;
  readonly answersBeforeSync: boolean;
}

export interface LogPage {
  readonly events: readonly RecordedEvent[];
  readonly scannedTo: number;
  readonly atEnd: boolean;
}

export interface LogCounts {
  appends: number;
  conflicts: number;
  repeats: number;
  repeatedIds: number;
}

export interface LogWorld {
  readonly scheduler: Scheduler;
  readonly file: SimulatedFile;
  readonly counts: LogCounts;
  readonly mistakes: LogMistakes;
  /** Some stores see that an event id stands in a stream already, others do not look. */
  readonly refusesRepeatedIds: boolean;
  /** What became safe, as soon as it is. */
  onSafe(events: readonly RecordedEvent[]): void;
  /** All that was found after a crash. */
  onRecovered(events: readonly RecordedEvent[]): void;
}

interface Waiting extends AppendRequest {
  readonly resolve: (result: AppendResult) => void;
  readonly reject: (error: unknown) => void;
}

/** A log of streams on a simulated disk: one writer, one sync for all appends that wait. */
export class LogServer implements Host {
  readonly name = 'log';
  life: Life = { name: 'log', alive: true };
  readonly #world: LogWorld;
  #all: RecordedEvent[] = [];
  #streams = new Map<string, RecordedEvent[]>();
  #safeCount = 0;
  #waiting: Waiting[] = [];
  #running = false;

  constructor(world: LogWorld) {
    this.#world = world;
  }

  append(request: AppendRequest): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...request, resolve, reject });
      if (this.#running) return;
      this.#running = true;
      void this.#drain();
    });
  }

  readStream(name: string, from: number, limit: number): readonly RecordedEvent[] {
    const last = this.lastPosition();
    const page = this.#streamOf(name).slice(from, from + limit);
    return page.filter(({ position }) => position <= last);
  }

  page(after: number, prefixes: readonly string[], limit: number): LogPage {
    const last = this.lastPosition();
    const events: RecordedEvent[] = [];
    for (let at = this.#indexAfter(after); at < this.#safeCount; at += 1) {
      const event = this.#all[at];
      if (event === undefined || events.length === limit) break;
      if (prefixes.some((prefix) => event.stream.startsWith(prefix))) events.push(event);
    }
    const scannedTo = events.length < limit ? last : (events.at(-1)?.position ?? last);
    return { events, scannedTo: Math.max(scannedTo, after), atEnd: scannedTo >= last };
  }

  lastPosition(): number {
    return this.#all[this.#safeCount - 1]?.position ?? 0;
  }

  /** Everything that is safe, in log order. */
  safe(): readonly RecordedEvent[] {
    return this.#all.slice(0, this.#safeCount);
  }

  /** The process ends; what it had handed to the disk stays. */
  kill(): void {
    this.life.alive = false;
    this.#world.scheduler.note('log', 'is killed');
  }

  losePower(): void {
    this.life.alive = false;
    this.#world.file.losePower();
    this.#world.scheduler.note('log', 'loses power');
  }

  start(): void {
    if (this.life.alive) return;
    this.life = { name: 'log', alive: true };
    this.#recover();
    this.#world.scheduler.note('log', `starts with ${this.#all.length} events`);
  }

  #recover(): void {
    const { file } = this.#world;
    const { records, end } = wholeRecords(file.contents());
    file.truncate(end);
    file.keepAll();
    const before = this.#safeCount;
    [this.#all, this.#streams] = [[], new Map()];
    [this.#waiting, this.#running] = [[], false];
    for (const record of records) this.#take(JSON.parse(record));
    this.#world.onRecovered(this.#all);
    this.#safeCount = Math.min(before, this.#all.length);
    this.#becomeSafe(this.#all.length);
  }

  async #drain(): Promise<void> {
    const { life } = this;
    while (life.alive && this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, 16);
      this.#waiting = this.#waiting.slice(16);
      await this.#commit(batch, life);
    }
    if (life.alive) this.#running = false;
  }

  async #commit(batch: readonly Waiting[], life: Life): Promise<void> {
    const { file, mistakes, scheduler } = this.#world;
    const answers = batch.map((one) => this.#tryApply(one));
    const end = this.#all.length;
    if (mistakes.answersBeforeSync) {
      this.#becomeSafe(end);
      for (const answer of answers) answer();
    }
    try {
      await file.sync(life);
    } catch {
      // Nobody knows what a disk holds that failed to sync: only starting anew tells.
      for (const { reject } of batch) reject(new OutcomeUnknownError('the disk failed to sync'));
      this.kill();
      scheduler.after(scheduler.random.around(200), outside, () => this.start());
      return;
    }
    this.#becomeSafe(end);
    for (const answer of answers) answer();
  }

  #tryApply(one: Waiting): () => void {
    try {
      const result = this.#apply(one);
      return () => one.resolve(result);
    } catch (error) {
      return () => one.reject(error);
    }
  }

  #apply(request: AppendRequest): AppendResult {
    const { counts, mistakes } = this.#world;
    const stream = this.#streamOf(request.stream);
    const actualRevision = stream.at(-1)?.revision ?? -1;
    const repeated = repeatOf(stream, request);
    if (repeated !== null) {
      counts.repeats += 1;
      return repeated;
    }
    if (actualRevision !== request.expected && !mistakes.ignoresExpectedRevision) {
      counts.conflicts += 1;
      return { ok: false, actualRevision };
    }
    const ids = new Set(stream.map(({ id }) => id));
    if (request.events.some(({ id }) => ids.has(id))) {
      counts.repeatedIds += 1;
      if (this.#world.refusesRepeatedIds) throw new Error('an event id twice in a stream');
    }
    counts.appends += 1;
    return this.#write(request);
  }

  #write({ stream, events }: AppendRequest): AppendResult {
    const { scheduler, file } = this.#world;
    const { random } = scheduler;
    const first = (this.#streamOf(stream).at(-1)?.revision ?? -1) + 1;
    let position = this.#all.at(-1)?.position ?? 0;
    const recorded = events.map((event, index): RecordedEvent => {
      position += random.chance(0.1) ? random.int(2, 9) : 1;
      return { ...event, stream, revision: first + index, position };
    });
    const content = JSON.stringify(recorded);
    const before = file.length;
    if (!file.append(recordText(content))) {
      file.truncate(before);
      throw new StoreUnavailableError('the disk is full');
    }
    this.#take(JSON.parse(content));
    const positions = recorded.map((event) => event.position);
    return { ok: true, lastRevision: first + events.length - 1, positions };
  }

  #take(events: readonly RecordedEvent[]): void {
    for (const event of events) {
      this.#all.push(event);
      const stream = this.#streams.get(event.stream);
      if (stream === undefined) this.#streams.set(event.stream, [event]);
      else stream.push(event);
    }
  }

  #becomeSafe(count: number): void {
    const fresh = this.#all.slice(this.#safeCount, count);
    this.#safeCount = Math.max(count, this.#safeCount);
    if (fresh.length > 0) this.#world.onSafe(fresh);
  }

  #streamOf(name: string): RecordedEvent[] {
    return this.#streams.get(name) ?? [];
  }

  /** Positions grow, so that half of what is left falls away with every look. */
  #indexAfter(position: number): number {
    let [low, high] = [0, this.#safeCount];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#all[middle]?.position ?? 0) > position) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
