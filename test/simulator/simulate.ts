import { openAccount } from '../../application/ledger/open-account.ts';
import { ask } from './check-client.ts';
import { comeBack, type Memory, runClient } from './clients.ts';
import { checkAll } from './final-checks.ts';
import { heal, runNemesis } from './nemesis.ts';
import { outside } from './scheduler.ts';
import { makeKey, runSupport } from './support-client.ts';
import { type Counts, type Mistakes, noMistakes, openWorld, type World } from './world.ts';

export interface RunReport {
  readonly seed: number;
  /** The first rule that was broken, and by what; null when all went well. */
  readonly violation: { readonly rule: string; readonly message: string } | null;
  readonly traceHash: string;
  readonly steps: number;
  readonly simulatedMs: number;
  readonly events: number;
  readonly counts: Counts;
  readonly answers: Readonly<Record<string, number>>;
}

/** Far more than anything takes; who is not done by then hangs. */
const limits = { setUpMs: 60_000, workMs: 3_600_000, settleMs: 3_600_000 };

/** One run of a whole world, from its seed to its verdict. Nothing outside the seed has a say in it. */
export async function simulate(
  seed: number,
  options: {
    readonly mistakes?: Mistakes;
    readonly trace?: (line: string) => void;
  } = {},
): Promise<RunReport> {
  const world = openWorld(seed, {
    mistakes: options.mistakes ?? noMistakes,
    trace: options.trace ?? null,
  });
  const memory: Memory = {
    accounts: [],
    credentials: [],
    intents: [],
    grants: [],
    refunds: [],
    createdKeys: [],
  };
  const onRejection = (reason: unknown): void =>
    world.fail('no promise is forgotten', String(reason));
  process.on('unhandledRejection', onRejection);
  try {
    await phase(world, limits.setUpMs, () => setUp(world, memory));
    await phase(world, limits.workMs, () => work(world, memory));
    await phase(world, limits.settleMs, () => settle(world, memory));
  } finally {
    process.off('unhandledRejection', onRejection);
  }
  return report(world, memory);
}

/** Runs one part of a run to its end; a part that does not end is a violation as well. */
async function phase(world: World, limitMs: number, run: () => Promise<void>): Promise<void> {
  if (world.violation !== null) return;
  let ended = false;
  let failure: unknown = null;
  run().then(
    () => {
      ended = true;
    },
    (error: unknown) => {
      ended = true;
      failure = error;
    },
  );
  const end = await world.scheduler.runUntil(() => ended || world.violation !== null, limitMs);
  if (end !== 'done') world.fail('everything settles', `the world is ${end}`);
  if (failure === null) return;
  world.fail('nothing fails when nothing is wrong', errorText(failure));
}

function errorText(error: unknown): string {
  return error instanceof Error
    ? `${error.name}: ${error.message} ${error.stack ?? ''}`
    : 'unknown';
}

async function setUp(world: World, memory: Memory): Promise<void> {
  const { scheduler, nodes } = world;
  for (const node of nodes) node.start();
  while (nodes.some((node) => !node.serving)) await scheduler.sleep(5, outside);
  const accounts: string[] = [];
  const node = scheduler.random.pick(nodes);
  const count = scheduler.random.int(2, 4);
  for (let number = 0; number < count; number += 1) {
    const plan = scheduler.random.pick(['pro', 'pro', 'team'] as const);
    const email = `user${number}@example.org`;
    const actor = { kind: 'support' } as const;
    const opened = await ask(world, node, (ports) => openAccount(ports, { email, plan, actor }));
    if (!opened.ok) throw new Error('an account was not opened');
    accounts.push(opened.value.accountId);
  }
  memory.accounts.push(...accounts);
  for (const account of accounts) {
    for (let key = scheduler.random.int(1, 3); key > 0; key -= 1) {
      await makeKey({ world, memory, node, account });
    }
  }
}

async function work(world: World, memory: Memory): Promise<void> {
  const { random } = world.scheduler;
  const hot = random.pick(memory.accounts);
  let working = true;
  const nemesis = runNemesis(world, () => working);
  const clients = Array.from({ length: random.int(3, 8) }, () =>
    runClient(world, memory, { actions: random.int(5, 15), hot }),
  );
  await Promise.all([...clients, runSupport(world, memory, random.int(5, 15))]);
  working = false;
  await nemesis;
}

async function settle(world: World, memory: Memory): Promise<void> {
  heal(world);
  // What the nemesis had in mind for later comes to pass as well; then all is well for good.
  await world.scheduler.sleep(60_000, outside);
  heal(world);
  const { nodes, scheduler } = world;
  while (nodes.some((node) => !node.serving)) await scheduler.sleep(50, outside);
  await comeBack(world, memory);
  await checkAll(world, memory);
}

function report(world: World, memory: Memory): RunReport {
  const { scheduler, violation, counts, checker, seed } = world;
  const answers: Record<string, number> = {};
  const count = (name: string): void => {
    answers[name] = (answers[name] ?? 0) + 1;
  };
  for (const { seen, end } of memory.intents) {
    count(end);
    for (const answer of seen) {
      if (answer.kind === 'ok')
        count(answer.replayed ? 'replayed' : answer.used > 0 ? 'paid' : 'free');
      else count(answer.kind === 'refused' ? answer.code : answer.name);
    }
  }
  return {
    seed,
    violation: violation === null ? null : { rule: violation.rule, message: violation.message },
    traceHash: scheduler.traceHash(),
    steps: scheduler.steps,
    simulatedMs: scheduler.now(),
    events: checker.log.length,
    counts,
    answers,
  };
}
