import type { SimulatedNode } from './node.ts';
import { outside } from './scheduler.ts';
import { noFaults, type World } from './world.ts';

interface Mood {
  /** Mean time between two blows, in milliseconds. */
  readonly everyMs: number;
  readonly blows: readonly Blow[];
}

type Blow = (world: World) => void;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Breaks things until told to stop; each seed has its own taste. */
export async function runNemesis(world: World, going: () => boolean): Promise<void> {
  const { scheduler } = world;
  const mood = drawMood(world);
  setSteadyFaults(world);
  for (let blows = scheduler.random.int(1, 60); blows > 0; blows -= 1) {
    await scheduler.sleep(scheduler.random.around(mood.everyMs), outside);
    if (!going()) return;
    scheduler.random.pick(mood.blows)(world);
  }
}

function drawMood({ scheduler: { random } }: World): Mood {
  const favourites = Array.from({ length: random.int(1, 5) }, () => random.pick(allBlows));
  return {
    everyMs: random.pick([150, 400, 1_000, 3_000]),
    blows: random.chance(0.5) ? allBlows : favourites,
  };
}

/** Faults that are there all the time, in some worlds. */
function setSteadyFaults({ faults, scheduler: { random } }: World): void {
  const { network, analyser, logDisk, tableDisk } = faults;
  network.meanMs = random.pick([0.2, 1, 5]);
  network.slow = random.pick([0, 0.01, 0.05]);
  network.drop = random.pick([0, 0, 0.005, 0.03]);
  network.duplicate = random.pick([0, 0.02, 0.1]);
  analyser.meanMs = random.pick([2, 20, 200]);
  analyser.failure = random.pick([0, 0.03, 0.2]);
  analyser.overload = random.pick([0, 0, 0.03]);
  logDisk.syncMeanMs = random.pick([0.3, 2, 10, 40]);
  logDisk.syncFailure = random.pick([0, 0, 0.005]);
  tableDisk.syncFailure = random.pick([0, 0, 0.002]);
  faults.redelivery = random.pick([0, 0.05, 0.3]);
}

/** Everything is well again: what failed comes back, what was slow is quick. */
export function heal(world: World): void {
  const well = noFaults();
  const { faults, clocks, log, tables, nodes } = world;
  Object.assign(faults.logDisk, well.logDisk);
  Object.assign(faults.tableDisk, well.tableDisk);
  Object.assign(faults.analyser, well.analyser);
  const { partitions } = faults.network;
  partitions.clear();
  Object.assign(faults.network, { ...well.network, partitions });
  faults.redelivery = 0;
  clocks.skew.clear();
  log.start();
  tables.start();
  for (const node of nodes) node.start();
  world.scheduler.note('nemesis', 'rests');
}

const allBlows: readonly Blow[] = [
  killNode,
  killNode,
  killNode,
  killLog,
  killTables,
  cutPower,
  cutPower,
  cutLogPower,
  part,
  part,
  fillDisk,
  skewClock,
  jumpAhead,
  stutter,
];

function later(world: World, meanMs: number, run: () => void): void {
  world.scheduler.after(world.scheduler.random.around(meanMs), outside, run);
}

function killNode(world: World): void {
  const node: SimulatedNode = world.scheduler.random.pick(world.nodes);
  world.counts.kills += 1;
  node.kill();
  later(world, 300, () => node.start());
}

function killLog(world: World): void {
  world.counts.kills += 1;
  world.log.kill();
  later(world, 500, () => world.log.start());
}

function killTables(world: World): void {
  world.counts.kills += 1;
  world.tables.kill();
  later(world, 500, () => world.tables.start());
}

/** Waits a little for a moment at which there is something to lose. */
function atTheWorstMoment(world: World, run: () => void): void {
  let patience = 300;
  const look = (): void => {
    patience -= 1;
    if (world.logFile.atRisk || patience === 0) run();
    else world.scheduler.after(0.4, outside, look);
  };
  look();
}

/** One machine with everything on it: all processes end, and what was not synced may be gone. */
function cutPower(world: World): void {
  atTheWorstMoment(world, () => cutAllPower(world));
}

export function cutAllPower(world: World): void {
  const { log, tables, nodes, counts } = world;
  counts.powerCuts += 1;
  for (const node of nodes) node.kill();
  log.losePower();
  tables.losePower();
  later(world, 300, () => {
    log.start();
    tables.start();
    for (const node of nodes) later(world, 200, () => node.start());
  });
}

/** A log on a machine of its own. */
function cutLogPower(world: World): void {
  atTheWorstMoment(world, () => {
    world.counts.powerCuts += 1;
    world.log.losePower();
    later(world, 500, () => world.log.start());
  });
}

function part(world: World): void {
  const { random } = world.scheduler;
  const node = random.pick(world.nodes);
  const far = random.pick(['log', 'tables', 'client']);
  const cut = far === 'client' ? `world|${node.name}` : `${node.name}|${far}`;
  const { partitions } = world.faults.network;
  partitions.add(cut);
  world.scheduler.note('nemesis', `cuts ${cut}`);
  later(world, random.pick([300, 1_500, 6_000]), () => partitions.delete(cut));
}

function fillDisk(world: World): void {
  const { faults, scheduler } = world;
  const disk = scheduler.random.chance(0.7) ? faults.logDisk : faults.tableDisk;
  disk.full = true;
  scheduler.note('nemesis', 'fills a disk');
  later(world, 800, () => {
    disk.full = false;
  });
}

/** One clock goes wrong, mostly by little. */
function skewClock({ nodes, clocks, counts, scheduler }: World): void {
  const { random } = scheduler;
  const most = random.pick([200, 5_000, 5_000, 3 * minuteMs, 11 * minuteMs, dayMs]);
  clocks.skew.set(random.pick(nodes).name, random.int(-most, most));
  counts.clockJumps += 1;
}

/** Nobody was there for a while: holds expire, grants do, periods roll. */
function jumpAhead(world: World): void {
  const { clocks, counts, scheduler } = world;
  const leap = scheduler.random.pick([2 * minuteMs, 11 * minuteMs, dayMs, 32 * dayMs]);
  // A request that is under way for longer than ended checks are remembered may hold anew under an id of
  // old. Only a store that refuses an id twice stops that; elsewhere no request outlives such a leap.
  if (leap >= dayMs && !world.refusesRepeatedIds) {
    for (const node of world.nodes) {
      node.kill();
      later(world, 200, () => node.start());
    }
  }
  clocks.base += leap;
  counts.clockJumps += 1;
  scheduler.note('nemesis', `time leaps by ${leap}`);
}

/** For a moment nothing gets through at once. */
function stutter(world: World): void {
  const { network } = world.faults;
  const { slow, drop } = network;
  network.slow = 0.4;
  network.drop = Math.max(drop, 0.1);
  later(world, 400, () => {
    network.slow = slow;
    network.drop = drop;
  });
}
