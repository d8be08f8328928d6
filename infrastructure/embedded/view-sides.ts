import type { Database } from 'better-sqlite3';
import type { PutResult, ReadModelDeclaration } from '../../application/ports/read-models.ts';
import type { ShadowReply, SideRequest } from './shadow-request.ts';
import type { ViewSide } from './view-schema.ts';
import { type ViewReader, type ViewRow, viewReader, viewWriter } from './view-table.ts';

/** Carries out the requests of `ReadModels` on the live and on the shadow tables of one connection. */
export function sideApplier(
  database: Database,
  models: readonly ReadModelDeclaration[],
): (request: SideRequest) => ShadowReply {
  const tables = new Map<string, SideTable>();
  const tableOf = ({ side, model }: SideRequest): SideTable => {
    const name = `${side}:${model}`;
    const declaration = models.find((candidate) => candidate.name === model);
    if (declaration === undefined) throw new RangeError(`no model ${model} was declared`);
    const table = tables.get(name) ?? sideTable(database, declaration, side);
    tables.set(name, table);
    return table;
  };
  return (request) => applyTo(tableOf(request), request);
}

interface SideTable extends ViewReader {
  put(row: ViewRow): PutResult;
  checkpoint(): number;
  saveCheckpoint(position: number): void;
}

function sideTable(database: Database, model: ReadModelDeclaration, side: ViewSide): SideTable {
  const { name } = model;
  const catalogue = side === 'live' ? 'models' : 'shadows';
  const read = database
    .prepare<[string], number>(`SELECT checkpoint FROM ${catalogue} WHERE name = ?`)
    .pluck();
  const save = database.prepare<[number, string]>(
    `UPDATE ${catalogue} SET checkpoint = max(checkpoint, ?) WHERE name = ?`,
  );
  return {
    ...viewReader(database, model, side),
    put: viewWriter(database, model, side),
    checkpoint: () => read.get(name) ?? 0,
    saveCheckpoint: (position) => save.run(position, name),
  };
}

function applyTo(table: SideTable, request: SideRequest): ShadowReply {
  switch (request.op) {
    case 'get': {
      const document = table.get(request.id);
      return { kind: 'documents', documents: document === undefined ? [] : [document] };
    }
    case 'query':
      return { kind: 'documents', documents: table.query(request.query) };
    case 'put':
      return { kind: 'put', result: table.put(request.row) };
    case 'checkpoint':
      return { kind: 'checkpoint', position: table.checkpoint() };
    case 'save-checkpoint':
      table.saveCheckpoint(request.position);
      return { kind: 'done' };
  }
}
