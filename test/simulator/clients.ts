import { getUsage } from '../../application/ledger/get-usage.ts';
import { accountId } from '../../domain/shared/ids.ts';
import { admit, ask, type CheckIntent, type Credential, pursue } from './check-client.ts';
import { outside } from './scheduler.ts';
import type { World } from './world.ts';

/** What all clients together know and remember: the other side of the books. */
export interface Memory {
  readonly accounts: string[];
  readonly credentials: Credential[];
  readonly intents: CheckIntent[];
  /** Grants that were answered, by grant id. */
  readonly grants: {
    readonly accountId: string;
    readonly grantId: string;
    readonly amount: number;
  }[];
  /** Refunds that were answered, by debit id. */
  readonly refunds: { readonly accountId: string; readonly debitId: string }[];
  readonly createdKeys: string[];
}

/** A program that calls the service again and again, and does not give up easily. */
export async function runClient(
  world: World,
  memory: Memory,
  options: { readonly actions: number; readonly hot: string },
): Promise<void> {
  const { scheduler } = world;
  const { random } = scheduler;
  for (let action = 0; action < options.actions; action += 1) {
    await scheduler.sleep(random.around(250), outside);
    const account = random.chance(0.6) ? options.hot : random.pick(memory.accounts);
    const own = memory.credentials.filter((credential) => credential.accountId === account);
    if (own.length === 0) continue;
    const credential = random.pick(own);
    const lot = random.next();
    if (lot < 0.08) await lookAtUsage(world, account);
    else if (lot < 0.16) await knock(world, credential);
    else await check(world, memory, credential);
  }
}

async function check(world: World, memory: Memory, credential: Credential): Promise<void> {
  const { random } = world.scheduler;
  const { accountId: account } = credential;
  const known = memory.intents.filter((intent) => intent.credential.accountId === account);
  const text = known.length > 0 && random.chance(0.4) ? random.pick(known).text : freshText(world);
  const checks = {
    ai: random.chance(0.7),
    grammar: random.chance(0.4),
    plagiarism: random.chance(0.2),
    deep: random.chance(0.03),
  };
  if (!checks.ai && !checks.grammar && !checks.plagiarism) return;
  const idempotencyKey = random.chance(0.6) ? random.word(12) : null;
  const intent: CheckIntent = {
    credential,
    text,
    checks,
    idempotencyKey,
    runs: [],
    seen: [],
    end: 'open',
  };
  memory.intents.push(intent);
  await pursue(world, intent, random.int(1, 10));
}

function freshText({ scheduler: { random } }: World): string {
  return Array.from({ length: random.int(3, 40) }, () => random.word(3)).join(' ');
}

/** Once everything works again, whoever waits for an answer under a key comes back for it. */
export async function comeBack(world: World, memory: Memory): Promise<void> {
  const waiting = memory.intents.filter(
    ({ end, idempotencyKey }) => end !== 'answered' && idempotencyKey !== null,
  );
  await Promise.all(waiting.map((intent) => pursue(world, intent, 100)));
  for (const { end, idempotencyKey, seen } of waiting) {
    const last = seen.at(-1);
    // A clock that was a day ahead leaves a claim that only that day ends.
    const mayBeClaimed = last?.kind === 'refused' && world.counts.clockJumps > 0;
    if (end === 'answered' || mayBeClaimed) continue;
    world.fail('who comes back is answered', `${idempotencyKey} ${JSON.stringify(last)}`);
  }
}

async function lookAtUsage(world: World, account: string): Promise<void> {
  const node = world.scheduler.random.pick(world.nodes);
  await tolerant(async () => {
    const usage = await ask(world, node, (ports) =>
      getUsage(ports, { accountId: accountId(account) }),
    );
    if (!usage.ok) return;
    const { allowance, bonus, used, remaining } = usage.value.credits;
    const model = world.checker.accounts.get(account);
    const { timeouts, refusedWrites, kills, powerCuts } = world.counts;
    // While the log takes nothing, usage shows what it would be once what is due is written.
    const mayForesee = timeouts + refusedWrites + kills + powerCuts > 0;
    if (!mayForesee && model?.everAvailable.has(remaining) !== true) {
      world.fail('usage shows what once was', `${account}: ${remaining}`);
    }
    if (allowance + bonus - used < remaining) {
      world.fail('allowance + bonus - used covers what remains', account);
    }
  });
}

export async function knock(world: World, credential: Credential): Promise<void> {
  const node = world.scheduler.random.pick(world.nodes);
  await tolerant(() => ask(world, node, (ports) => admit(world, ports, credential)));
}

/** Failing is allowed while things fail; lying is not. */
export async function tolerant(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}
