import { type Event, isExpectedVersionConflictError } from '@event-driven-io/emmett';
import { getPostgreSQLEventStore } from '@event-driven-io/emmett-postgresql';

type Debited = Event<'Debited', { readonly checkId: string; readonly amount: number }>;

export interface EmmettAccount {
  /** Debits a second on one stream, by 16 writers that try again on a conflict. */
  debits(seconds: number): Promise<number>;
  close(): Promise<void>;
}

const writers = 16;
const stream = 'account-hot';

/**
 * The ledger that a team would build on emmett: one stream for the account, the expected version on each
 * append. A writer keeps what it has folded and reads only the tail after a conflict, as ours does.
 */
export async function openEmmettAccount(connectionString: string): Promise<EmmettAccount> {
  const store = getPostgreSQLEventStore(connectionString);
  await store.schema.migrate();
  const write = async (end: number): Promise<number> => {
    let version = 0n;
    let balance = 1_000_000_000_000;
    let done = 0;
    const catchUp = async (): Promise<void> => {
      const { events, currentStreamVersion } = await store.readStream<Debited>(stream, {
        from: version,
      });
      for (const { data } of events) balance -= data.amount;
      version = currentStreamVersion;
    };
    await catchUp();
    while (performance.now() < end) {
      if (balance < 1) throw new Error('nothing left');
      const event: Debited = {
        type: 'Debited',
        data: { checkId: crypto.randomUUID(), amount: 1 },
      };
      try {
        const appended = await store.appendToStream<Debited>(stream, [event], {
          expectedStreamVersion: version === 0n ? 'STREAM_DOES_NOT_EXIST' : version,
        });
        version = appended.nextExpectedStreamVersion;
        balance -= 1;
        done += 1;
      } catch (error) {
        if (!isExpectedVersionConflictError(error)) throw error;
        await catchUp();
      }
    }
    return done;
  };
  return {
    async debits(seconds) {
      const started = performance.now();
      const end = started + seconds * 1000;
      const counts = await Promise.all(Array.from({ length: writers }, () => write(end)));
      const done = counts.reduce((sum, count) => sum + count, 0);
      return done / ((performance.now() - started) / 1000);
    },
    close: () => store.close(),
  };
}
