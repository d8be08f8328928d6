import type { Upcaster } from '../shared/upcast.ts';

/** Every event of access is still at its first version. */
export const accessUpcasters: readonly Upcaster[] = [];
