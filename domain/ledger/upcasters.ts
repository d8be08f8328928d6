import type { Upcaster } from '../shared/upcast.ts';

/** Before there were caps, nothing counted under one. */
export const ledgerUpcasters: readonly Upcaster[] = [
  { type: 'CreditsHeld', fromVersion: 1, upcast: (data) => ({ ...data, cap: null }) },
  { type: 'CreditsRefunded', fromVersion: 1, upcast: (data) => ({ ...data, countedUnder: null }) },
];
