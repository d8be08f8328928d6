import { ledgerDecider } from '../../application/ledger/account-ledger.ts';
import type { Snapshot } from '../../application/ports/snapshots.ts';
import { eventCodec } from '../../infrastructure/events/event-codec.ts';
import { hashOf } from './account-model.ts';
import { allowances, hasher } from './node.ts';
import type { World } from './world.ts';

const decider = ledgerDecider(eventCodec, allowances);

/** A sealed snapshot of an account as of some event of its stream; null while it has none. */
export function snapshotAt(
  world: World,
  account: string,
): { readonly stream: string; readonly snapshot: Snapshot } | null {
  const form = decider.snapshot;
  const stream = `account-${account}`;
  const events = world.checker.log.filter((event) => event.stream === stream);
  const upTo = events.slice(0, world.scheduler.random.int(1, Math.max(1, events.length)));
  const last = upTo.at(-1);
  if (form === undefined || last === undefined) return null;
  let state = decider.initial;
  for (const event of upTo) {
    state = decider.evolve(state, decider.decode(event), event.metadata.occurredAt);
  }
  const text = [...form.encode(state)].join('\n');
  const lastHash = hashOf(last);
  const facts = [stream, form.version, last.revision, lastHash, hasher.sha256(text)];
  const seal = hasher.keyedHash('snapshot', JSON.stringify(facts));
  const { revision } = last;
  return { stream, snapshot: { foldVersion: form.version, revision, lastHash, state: text, seal } };
}
