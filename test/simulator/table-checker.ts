import type { Projection } from '../../projections/projection.ts';
import { Violation } from './account-model.ts';
import type { LogChecker } from './log-checker.ts';
import { projections } from './node.ts';
import { type TableChange, type TableState, tableOf } from './table-state.ts';

type Change = TableChange | 'recovered' | 'rolled back';

/**
 * A model holds every event up to its checkpoint, at any time: a checkpoint may lag, never lead; and no
 * document goes back to what it was. What was looked at is not looked at again until documents may have
 * gone away.
 */
export function tableChecker(checker: LogChecker): (state: TableState, change: Change) => void {
  const verified = new Map<string, number>();
  const revisions = new Map<string, number>();
  return (state, change) => {
    if (typeof change === 'string' || change.op === 'swap') {
      verified.clear();
      revisions.clear();
    } else if (change.op === 'put') {
      checkPut(state, change, revisions);
      return;
    } else if (change.op !== 'checkpoint' || change.side !== 'live') return;
    for (const projection of projections) {
      const { name } = projection.declaration;
      const { checkpoint } = tableOf(state, 'live', name);
      checkModel(checker, state, { projection, from: verified.get(name) ?? 0, to: checkpoint });
      verified.set(name, checkpoint);
    }
  };
}

function checkPut(
  state: TableState,
  { side, model, document }: Extract<TableChange, { op: 'put' }>,
  revisions: Map<string, number>,
): void {
  if (side !== 'live') return;
  const revision = tableOf(state, side, model).documents.get(document.id)?.revision ?? -1;
  const name = `${model} ${document.id}`;
  if (revision < (revisions.get(name) ?? -1)) throw new Violation('documents do not go back', name);
  revisions.set(name, revision);
}

function checkModel(
  { log }: LogChecker,
  state: TableState,
  range: { readonly projection: Projection; readonly from: number; readonly to: number },
): void {
  const { projection, from, to } = range;
  if (to <= from) return;
  const { name } = projection.declaration;
  const { documents } = tableOf(state, 'live', name);
  const last = log.at(-1)?.position ?? 0;
  if (to > last) throw new Violation('no checkpoint leads', `${name} ${to}, the log ${last}`);
  const reached = new Map(
    [...documents.values()].map((document) => [document.indexes.stream, document.revision]),
  );
  for (const event of log) {
    const isIn = event.position > from && event.position <= to;
    if (!isIn || !event.stream.startsWith(projection.prefix)) continue;
    const isHeld =
      projection.kind === 'row'
        ? documents.has(event.id)
        : (reached.get(event.stream) ?? -1) >= event.revision;
    if (isHeld) continue;
    const place = `${name} at ${to} lacks ${event.stream} ${event.revision}`;
    throw new Violation('no checkpoint leads', place);
  }
}
