import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { Catalogue } from './catalogue.ts';
import type { ViewStore } from './view-store.ts';

/** How often a writer looks whether it may go on. */
const lookMs = 40;
/** A holder that has shown no sign of life for so long is taken for dead. */
const deadMs = 5_000;
const beatMs = 1_000;
/** A put waits no longer for a rebuild to be put in place; its caller tries again. */
const patienceMs = 20_000;

/**
 * Waits until nobody holds the freeze, and frees it when its holder is dead. Told by the beats that this
 * process sees come and by its own clock alone: clocks of nodes may differ.
 *
 * @throws StoreUnavailableError when the holder lives and takes too long
 */
export async function thawed({ catalogue }: ViewStore): Promise<Catalogue> {
  const started = performance.now();
  let seen = { sign: '', at: started };
  for (;;) {
    const now = await catalogue.fresh();
    if (now.freeze === null) return now;
    const { owner, beat } = now.freeze;
    const sign = `${owner} ${beat}`;
    if (sign !== seen.sign) seen = { sign, at: performance.now() };
    if (performance.now() - seen.at > deadMs) {
      await catalogue.change({ 'freeze.owner': owner, 'freeze.beat': beat }, thaw);
    } else if (performance.now() - started > patienceMs) {
      throw new StoreUnavailableError('a rebuild of the read models is being put in place');
    }
    await pause(lookMs);
  }
}

const thaw = { $set: { freeze: null } };

/** Keeps every other writer out until it is released. */
export interface Freeze {
  release(): Promise<void>;
}

/** @throws when `owner` does not own the shadow any more */
export async function freeze(store: ViewStore, owner: string): Promise<Freeze> {
  const { catalogue } = store;
  for (;;) {
    const free = { 'shadow.owner': owner, freeze: null };
    if (await catalogue.change(free, { $set: { freeze: { owner, beat: 0 } } })) break;
    const { shadow } = await thawed(store);
    if (shadow?.owner !== owner) throw voidRebuild();
  }
  const own = { 'freeze.owner': owner };
  const beats = setInterval(() => {
    // A beat that fails is as good as none: whoever waits draws the conclusion.
    catalogue.change(own, { $inc: { 'freeze.beat': 1 } }).catch(() => undefined);
  }, beatMs);
  beats.unref();
  return {
    async release() {
      clearInterval(beats);
      await catalogue.change(own, thaw);
    },
  };
}

export function voidRebuild(): Error {
  return new Error('another rebuild has begun on these read models; this one is void');
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
