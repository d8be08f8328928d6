import { AccountErasedError, type PersonalData } from '../../application/ports/personal-data.ts';
import type { TextSealer } from '../../application/ports/text-sealer.ts';
import type { AccountId } from '../../domain/shared/ids.ts';
import { open, seal } from './sealing.ts';

/** Looking a key up takes longer than using it; this long an erased account's key may stay in memory. */
const keyKeptMs = 2_000;
const maxKeys = 10_000;

interface KnownKey {
  readonly key: Uint8Array;
  readonly until: number;
}

/** Seals with AES-256-GCM under the account's text key; sealed texts are base64. */
export function textSealer(personalData: Pick<PersonalData, 'textKey'>): TextSealer {
  const known = new Map<AccountId, KnownKey>();
  const keyOf = async (account: AccountId): Promise<Uint8Array> => {
    const now = performance.now();
    const found = known.get(account);
    if (found !== undefined && found.until > now) return found.key;
    known.delete(account);
    const key = await personalData.textKey(account);
    known.set(account, { key, until: now + keyKeptMs });
    forgetOldest(known, now);
    return key;
  };
  return {
    async seal(account, { place, text }) {
      const sealed = seal(await keyOf(account), bound(account, place), Buffer.from(text));
      return asBuffer(sealed).toString('base64');
    },
    async open(account, { place, sealed }) {
      const key = await keyOf(account).catch(undefinedWhenErased);
      return key && opened(key, bound(account, place), sealed);
    },
  };
}

function opened(key: Uint8Array, place: string, sealed: string): string | undefined {
  try {
    return asBuffer(open(key, place, Buffer.from(sealed, 'base64'))).toString();
  } catch {
    // Another key or another place: there is nothing in it for this account.
    return undefined;
  }
}

function undefinedWhenErased(error: unknown): undefined {
  if (!(error instanceof AccountErasedError)) throw error;
}

function bound(account: AccountId, place: string): string {
  return `${account}|${place}`;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Keys were put in by age, so the old ones come first. */
function forgetOldest(known: Map<AccountId, KnownKey>, now: number): void {
  for (const [account, { until }] of known) {
    if (until > now && known.size <= maxKeys) return;
    known.delete(account);
  }
}
