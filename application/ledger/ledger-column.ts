import type { EventCodec } from '../ports/event-codec.ts';
import type { EventStore } from '../ports/event-store.ts';
import type { ColumnBlock, LedgerColumn } from '../ports/ledger-column.ts';
import { columnEncoder } from './encode-column.ts';

export interface LedgerColumnPorts {
  readonly eventStore: EventStore;
  readonly codec: EventCodec;
  readonly ledgerColumn: LedgerColumn;
}

/** Records of one block: some 200 KiB, and what is read as JSON at most before it is kept. */
const blockRecords = 4096;
const prefixes = ['account-'];

/**
 * The column of the whole log as it is now: what is kept, then the events behind it, which are kept as
 * well as soon as they fill a block. A column that does not end with an event of the log at hand, because
 * the log was put back, say, is thrown away first.
 * @throws UnknownEventError, UnreadableEventError
 */
export async function* columnBlocks(ports: LedgerColumnPorts): AsyncGenerator<ColumnBlock> {
  const { eventStore, codec, ledgerColumn } = ports;
  if (!(await belongsToLog(ports))) await ledgerColumn.clear();
  const encoder = columnEncoder();
  let position = 0;
  for await (const block of ledgerColumn.blocks()) {
    encoder.learn(block);
    position = block.position;
    yield block;
  }
  let keeping = true;
  for await (const recorded of eventStore.readAll(position, prefixes)) {
    encoder.add(recorded, codec.ledgerEvent(recorded));
    if (encoder.pending() < blockRecords) continue;
    const block = encoder.take();
    if (block === undefined) continue;
    // Somebody else who extends the column at the same time makes the very same blocks.
    keeping = keeping && (await ledgerColumn.append(block));
    yield block;
  }
  const rest = encoder.take();
  if (rest !== undefined) yield rest;
}

/** Brings the column up to the end of the log, but for what does not fill a block. */
export async function extendLedgerColumn(ports: LedgerColumnPorts): Promise<void> {
  for await (const _ of columnBlocks(ports));
}

/** The same for a column that is opened for it alone. */
export async function refreshLedgerColumn(
  ports: Omit<LedgerColumnPorts, 'ledgerColumn'> & { openColumn(): LedgerColumn },
): Promise<void> {
  const ledgerColumn = ports.openColumn();
  try {
    await extendLedgerColumn({ ...ports, ledgerColumn });
  } finally {
    await ledgerColumn.close();
  }
}

/** What a block of the column says otherwise than the log; null when nothing does. */
export interface ColumnDifference {
  readonly afterPosition: number;
  readonly position: number;
}

/**
 * Makes every block of the column anew from the log and compares: for the audit, which must not trust
 * what balances are listed from.
 * @throws UnknownEventError, UnreadableEventError
 */
export async function checkLedgerColumn({
  eventStore,
  codec,
  ledgerColumn,
}: LedgerColumnPorts): Promise<ColumnDifference | null> {
  const encoder = columnEncoder();
  const events = eventStore.readAll(0, prefixes)[Symbol.asyncIterator]();
  try {
    for await (const block of ledgerColumn.blocks()) {
      const { afterPosition, position } = block;
      for (let at = afterPosition; at < position; ) {
        const next = await events.next();
        if (next.done === true) return { afterPosition, position };
        encoder.add(next.value, codec.ledgerEvent(next.value));
        at = next.value.position;
      }
      if (!sameBlock(block, encoder.take())) return { afterPosition, position };
    }
  } finally {
    await events.return?.();
  }
  return null;
}

async function belongsToLog({ eventStore, ledgerColumn }: LedgerColumnPorts): Promise<boolean> {
  const last = await ledgerColumn.last();
  if (last === undefined) return true;
  // Not from one position before it: a log may have positions where no event is and no read may begin.
  for await (const event of eventStore.readAll(last.afterPosition, prefixes)) {
    if (event.position < last.position) continue;
    return event.position === last.position && event.id === last.lastEventId;
  }
  return false;
}

function sameBlock(block: ColumnBlock, made: ColumnBlock | undefined): boolean {
  if (made === undefined || made.position !== block.position) return false;
  if (made.lastEventId !== block.lastEventId) return false;
  if (JSON.stringify(made.names) !== JSON.stringify(block.names)) return false;
  if (made.records.length !== block.records.length) return false;
  return made.records.every((byte, index) => byte === block.records[index]);
}
