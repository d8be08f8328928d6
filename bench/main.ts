import { checksRows } from './checks.ts';
import { httpRows } from './http.ts';
import { ledgerRows } from './ledger.ts';
import { mcpRows } from './mcp.ts';
import { projectionRows } from './projection.ts';
import { replayRows } from './replay.ts';
import { restartRows } from './restart.ts';
import { type BenchRow, markdownTable } from './table.ts';

/** `npm run bench [-- http|mcp|ledger|checks|replay|restart|projection]`: speed against peers, in ratios, as a table for the README. */
const suites: Readonly<Record<string, () => Promise<readonly BenchRow[]>>> = {
  http: httpRows,
  mcp: mcpRows,
  ledger: ledgerRows,
  checks: checksRows,
  replay: replayRows,
  restart: restartRows,
  projection: projectionRows,
};

const chosen = process.argv.slice(2);
const rows: BenchRow[] = [];
for (const [name, suite] of Object.entries(suites)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stderr.write(`${name} ...\n`);
  rows.push(...(await suite()));
}
process.stdout.write(`${markdownTable(rows)}\n`);
