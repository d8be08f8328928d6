import { type DocumentCodec, readModelNames } from '../application/ports/document-codec.ts';
import type { EventCodec } from '../application/ports/event-codec.ts';
import { emptyUsage, evolveUsage, firstHoldExpiry, type Usage } from '../domain/ledger/usage.ts';
import { type StreamProjection, streamProjection } from './projection.ts';

/** What `GET /usage` shows: one document an account. */
export function usageProjection(events: EventCodec, documents: DocumentCodec): StreamProjection {
  return streamProjection<Usage>({
    declaration: {
      name: readModelNames.usage,
      version: 2,
      indexes: [{ index: 'holds', orderBy: 'hold-ends' }],
    },
    prefix: 'account-',
    delivery: 'inline',
    decode: documents.usage,
    evolve: (usage, event) => evolveUsage(usage ?? emptyUsage, events.ledgerEvent(event)),
    id({ accountId }) {
      if (accountId === null) throw new Error('an account starts with AccountOpened');
      return accountId;
    },
    // Who looks for holds that have ended finds their accounts without a look at all the others.
    indexes(usage): Readonly<Record<string, string | number>> {
      const ends = firstHoldExpiry(usage);
      return ends === undefined ? {} : { holds: 'open', 'hold-ends': ends };
    },
  });
}
