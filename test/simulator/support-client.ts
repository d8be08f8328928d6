import { createKey } from '../../application/access/create-key.ts';
import { revokeKey } from '../../application/access/revoke-key.ts';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { choosePlan } from '../../application/ledger/choose-plan.ts';
import { grantCredits } from '../../application/ledger/grant-credits.ts';
import { refundDebit } from '../../application/ledger/refund-debit.ts';
import { credits } from '../../domain/shared/credits.ts';
import { accountId, debitId, keyId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import { rebuild } from '../../projections/rebuild.ts';
import { ask } from './check-client.ts';
import { knock, type Memory, tolerant } from './clients.ts';
import { cutAllPower } from './nemesis.ts';
import { type NodePorts, projections, type SimulatedNode } from './node.ts';
import { outside } from './scheduler.ts';
import { snapshotAt } from './snapshot-taker.ts';
import type { World } from './world.ts';

const actor = { kind: 'support' } as const;

interface Case {
  readonly world: World;
  readonly memory: Memory;
  readonly node: SimulatedNode;
  readonly account: string;
}

type Task = (given: Case) => Promise<unknown>;

/** A person of ours who grants, refunds, revokes, rebuilds and audits while everything falls apart. */
export async function runSupport(world: World, memory: Memory, actions: number): Promise<void> {
  const { scheduler } = world;
  const { random } = scheduler;
  for (let action = 0; action < actions; action += 1) {
    await scheduler.sleep(random.around(500), outside);
    const task = random.pick(tasks);
    const given = {
      world,
      memory,
      node: random.pick(world.nodes),
      account: random.pick(memory.accounts),
    };
    const isDone = await tolerant(() => task(given));
    scheduler.note('support', `${task.name} ${given.account} ${isDone ? 'done' : 'failed'}`);
  }
}

const tasks: readonly Task[] = [
  grant,
  grant,
  grant,
  plan,
  makeKey,
  revoke,
  revoke,
  refund,
  refund,
  refund,
  rebuildModels,
  audit,
  snapshot,
  snapshot,
  snapshot,
  forgetSnapshots,
];

async function grant({ world, memory, node, account }: Case): Promise<void> {
  const { random } = world.scheduler;
  const amount = credits(random.int(1, 150));
  const lifeMs = random.pick([null, 60_000, 3_600_000, 40 * 86_400_000]);
  const granted = await ask(world, node, (ports) =>
    grantCredits(ports, {
      accountId: accountId(account),
      kind: random.pick(['bonus', 'purchase', 'adjustment'] as const),
      amount,
      expiresAt: lifeMs === null ? null : addMs(ports.clock.now(), lifeMs),
      reason: 'a simulation',
      actor,
    }),
  );
  if (!granted.ok) return;
  memory.grants.push({ accountId: account, grantId: granted.value.grantId, amount });
}

function plan({ world, node, account }: Case): Promise<unknown> {
  const chosen = world.scheduler.random.pick(['pro', 'team', 'pro', 'free'] as const);
  return ask(world, node, (ports) =>
    choosePlan(ports, { accountId: accountId(account), plan: chosen, actor }),
  );
}

export async function makeKey({ world, memory, node, account }: Case): Promise<void> {
  const { random } = world.scheduler;
  const monthlyCap = random.chance(0.4) ? random.int(20, 200) : null;
  const wish = { accountId: accountId(account), name: 'a key', rateLimit: 60, monthlyCap, actor };
  const made = await ask(world, node, (ports) => createKey(ports, wish));
  if (!made.ok) return;
  const { keyId: id, key: secret } = made.value;
  memory.createdKeys.push(id);
  memory.credentials.push({ accountId: account, keyId: id, secret, revokedAtStep: null });
}

async function revoke({ world, memory, node }: Case): Promise<void> {
  const credential = world.scheduler.random.pick(memory.credentials);
  const revoked = await ask(world, node, (ports) =>
    revokeKey(ports, { keyId: keyId(credential.keyId), actor }),
  );
  if (!revoked.ok) return;
  credential.revokedAtStep ??= world.scheduler.steps;
  const { random } = world.scheduler;
  // The worst moment of all: it was answered, and what readers look at was not synced.
  if (random.chance(0.2)) cutAllPower(world);
  // Whoever lost a key knows those who try it.
  for (let tries = 0; tries < 15; tries += 1) {
    await world.scheduler.sleep(random.around(70), outside);
    await knock(world, credential);
  }
}

async function refund({ world, memory, node, account }: Case): Promise<void> {
  const debits = [...(world.checker.accounts.get(account)?.debits.values() ?? [])];
  if (debits.length === 0) return;
  const debit = world.scheduler.random.pick(debits);
  const refunded = await ask(world, node, (ports) =>
    refundDebit(ports, {
      accountId: accountId(account),
      debitId: debitId(debit.debitId),
      reason: 'a simulation',
      actor,
    }),
  );
  if (!refunded.ok) return;
  if (refunded.value.amount !== debit.amount) world.fail('a refund is whole', debit.debitId);
  memory.refunds.push({ accountId: account, debitId: debit.debitId });
}

async function rebuildModels({ world, node }: Case): Promise<void> {
  world.counts.rebuilds += 1;
  const swap = world.scheduler.random.chance(0.7);
  const compared = await ask(world, node, (ports) => rebuild(ports, projections, { swap }));
  if (compared.total > 0) world.fail('a rebuild finds nothing new', JSON.stringify(compared));
}

async function audit({ world, node }: Case): Promise<void> {
  const { faults } = await ask(world, node, (ports) => fullAudit(ports));
  if (faults.length > 0) world.fail('the audit is clean', JSON.stringify(faults));
}

export function fullAudit(ports: NodePorts): ReturnType<typeof auditLedger> {
  return auditLedger(ports, { prefixes: ['account-', 'key-'] });
}

/** The writer takes a snapshot after hundreds of events; here one may stand at any event. */
async function snapshot({ world, node, account }: Case): Promise<void> {
  const taken = snapshotAt(world, account);
  if (taken === null) return;
  await ask(world, node, (ports) => ports.snapshots.put(taken.stream, taken.snapshot));
  world.counts.snapshots += 1;
}

function forgetSnapshots({ world, node }: Case): Promise<void> {
  return ask(world, node, (ports) => ports.snapshots.clear());
}
