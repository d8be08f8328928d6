import type { Upcaster } from '../shared/upcast.ts';
import { unlimitedTerms } from './api-key/terms.ts';

export const accessUpcasters: readonly Upcaster[] = [
  {
    type: 'KeyCreated',
    fromVersion: 1,
    // Before there were terms, nothing limited a key but its account.
    upcast: (data) => ({ ...data, ...unlimitedTerms }),
  },
];
