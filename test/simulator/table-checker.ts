import { Violation } from './ledger-model.ts';
import type { LogChecker } from './log-checker.ts';
import { projections } from './node.ts';
import { type TableChange, type TableState, tableOf } from './table-state.ts';

type Change = TableChange | 'recovered' | 'rolled back';

/**
 * A model holds every event up to its checkpoint, at any time: a checkpoint may lag, never lead. What
 * was looked at is not looked at again until documents may have gone away.
 */
export function checkpointChecker(
  checker: LogChecker,
): (state: TableState, change: Change) => void {
  const verified = new Map<string, number>();
  return (state, change) => {
    if (typeof change === 'string' || change.op === 'swap') verified.clear();
    else if (change.op !== 'checkpoint' || change.side !== 'live') return;
    for (const { declaration, prefix, kind } of projections) {
      const { name } = declaration;
      const { checkpoint, documents } = tableOf(state, 'live', name);
      const from = verified.get(name) ?? 0;
      if (checkpoint <= from) continue;
      const last = checker.log.at(-1)?.position ?? 0;
      if (checkpoint > last) throw new Violation('no checkpoint leads', `${name} ${checkpoint}`);
      const byStream = new Map(
        [...documents.values()].map((document) => [document.indexes.stream, document.revision]),
      );
      for (const event of checker.log) {
        if (event.position <= from || !event.stream.startsWith(prefix)) continue;
        if (event.position > checkpoint) break;
        const isHeld =
          kind === 'row'
            ? documents.has(event.id)
            : (byStream.get(event.stream) ?? -1) >= event.revision;
        if (isHeld) continue;
        const place = `${name} at ${checkpoint} lacks ${event.stream} ${event.revision}`;
        throw new Violation('no checkpoint leads', place);
      }
      verified.set(name, checkpoint);
    }
  };
}
