import type { Upcaster } from '../shared/upcast.ts';

/** Every event of the ledger is still at its first version. */
export const ledgerUpcasters: readonly Upcaster[] = [];
