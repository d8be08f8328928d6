import { getUsage } from '../../application/ledger/get-usage.ts';
import { accountStream } from '../../domain/ledger/events.ts';
import type { Ledger } from '../../domain/ledger/ledger.ts';
import { accountId } from '../../domain/shared/ids.ts';
import { mapGet } from '../../domain/shared/persistent-map.ts';
import { applyEvents } from '../../projections/apply-events.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { checkAnswers } from './answers.ts';
import type { Memory } from './clients.ts';
import { type NodePorts, projections } from './node.ts';
import { fullAudit } from './support-client.ts';
import type { World } from './world.ts';

const minuteMs = 60_000;

/** Everything that must hold once all is quiet. */
export async function checkAll(world: World, memory: Memory): Promise<void> {
  checkAnswers(world, memory);
  const all = servingPorts(world);
  for (const node of world.nodes) await node.runner?.caughtUp();
  const [one] = all;
  if (one === undefined) {
    world.fail('all nodes serve in the end', '');
    return;
  }
  await checkStates(world, all);
  await checkAudit(world, one);
  await checkReadModels(world, one, 'after the faults');
  await deliverTwice(world, one);
  await checkReadModels(world, one, 'after every event came twice');
  world.clocks.base += 12 * minuteMs;
  await checkUsage(world, one);
  await checkAudit(world, one);
  await checkReadModels(world, one, 'after all holds ended');
  checkAnswers(world, memory);
  world.guard(() => world.checker.compare(world.log.safe()));
}

function servingPorts(world: World): readonly NodePorts[] {
  return world.nodes.flatMap(({ ports }) => ports ?? []);
}

/** Every node, whatever it has been through, folds the same as the raw log says. */
async function checkStates(world: World, all: readonly NodePorts[]): Promise<void> {
  for (const [id, model] of world.checker.accounts) {
    for (const { ledger } of all) {
      const state = await ledger.current(accountStream(accountId(id)));
      checkCaps(world, id, state);
      const isSame = state.balance === model.balance && state.held === model.held;
      if (isSame && state.holds.size === model.holds.size) continue;
      world.fail('every node knows the balance', `${id}: ${state.balance}, not ${model.balance}`);
    }
  }
}

/** What every node counts for a capped key is what the raw log says. */
function checkCaps(world: World, account: string, { keySpendings }: Ledger): void {
  for (const [keyId, { accountId: owner, monthlyCap }] of world.checker.keys) {
    if (owner !== account || monthlyCap === null) continue;
    const { held = 0, debited = 0 } = mapGet(keySpendings, keyId) ?? {};
    const spent = world.checker.caps.get(account)?.spentBy(keyId) ?? 0;
    if (held + debited === spent) continue;
    world.fail('every node knows what a key spent', `${keyId}: ${held} + ${debited}, not ${spent}`);
  }
}

async function checkAudit(world: World, ports: NodePorts): Promise<void> {
  const { faults } = await fullAudit(ports);
  if (faults.length > 0) world.fail('the audit is clean', JSON.stringify(faults));
}

async function checkReadModels(world: World, ports: NodePorts, when: string): Promise<void> {
  const { differences } = await rebuild(ports, projections, { swap: false });
  if (differences.length === 0) return;
  world.fail('read models = rebuild', `${when}: ${JSON.stringify(differences)}`);
}

async function deliverTwice(world: World, ports: NodePorts): Promise<void> {
  const events = world.log.safe();
  for (const projection of projections) {
    await applyEvents(ports, projection, [...events, ...events]);
    const from = world.scheduler.random.int(0, events.length);
    await applyEvents(ports, projection, events.slice(from));
  }
}

/** No hold outlives its time, and the figures that callers see are those of the raw log. */
async function checkUsage(world: World, ports: NodePorts): Promise<void> {
  for (const [id, model] of world.checker.accounts) {
    const usage = await getUsage(ports, { accountId: accountId(id) });
    if (!usage.ok) {
      world.fail('every account has its usage', id);
      continue;
    }
    const { remaining, allowance, bonus, used } = usage.value.credits;
    const now = world.clocks.base + world.scheduler.now();
    const overdue = [...model.holds.values()].filter(({ expiresAt }) => expiresAt <= now);
    if (overdue.length > 0) world.fail('no hold outlives its time', id);
    if (remaining !== model.balance - model.held) world.fail('usage shows the balance', id);
    if (allowance + bonus - used - model.held !== remaining) world.fail('usage adds up', id);
    if (usage.value.plan !== model.plan) world.fail('usage shows the plan', id);
  }
}
