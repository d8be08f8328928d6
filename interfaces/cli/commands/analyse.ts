import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import {
  type BulkEngine,
  type BulkEngines,
  type BulkInput,
  bulkEngineNames,
} from '../operations.ts';
import { CommandFault, print } from '../output.ts';

/** Lines under way at once: enough to keep every worker busy, few enough to keep memory flat. */
const linesAtOnce = 4;

const id = z.union([z.string(), z.number()]);
const textLine = z.object({ id, text: z.string() });
const pairLine = z.object({
  id,
  suspicious: z.string(),
  source: z.string(),
  keep_source: z.boolean().default(false),
});

export function addAnalyseCommand(program: Command, openEngines: () => Promise<BulkEngines>): void {
  program
    .command('analyse')
    .description('run one engine over a JSON Lines file: offline, in bulk, no charge')
    .addOption(new Option('--engine <engine>').choices(bulkEngineNames).makeOptionMandatory())
    .requiredOption('--in <file>', 'JSON Lines, .gz read as gzip')
    .requiredOption('--out <file>', 'JSON Lines, .gz written as gzip')
    .action(async (options: { engine: BulkEngine; in: string; out: string }) => {
      const engines = await openEngines();
      try {
        await analyseFile(engines, { ...options, input: options.in, output: options.out });
      } finally {
        await engines.close();
      }
    });
}

async function analyseFile(
  engines: BulkEngines,
  job: { readonly engine: BulkEngine; readonly input: string; readonly output: string },
): Promise<void> {
  const started = performance.now();
  const { sink, file } = openOutput(job.output);
  const underWay: Promise<AnalysedLine>[] = [];
  const counts = { lines: 0, failed: 0 };
  const writeOldest = async (): Promise<void> => {
    const line = await underWay.shift();
    if (line === undefined) return;
    counts.lines += 1;
    if (line.failed) counts.failed += 1;
    if (!sink.write(`${line.json}\n`)) await new Promise((resolve) => sink.once('drain', resolve));
  };
  for await (const line of createInterface({ input: openInput(job.input), crlfDelay: Infinity })) {
    if (line.trim() === '') continue;
    underWay.push(analyseLine(engines, job.engine, line));
    if (underWay.length >= linesAtOnce) await writeOldest();
  }
  while (underWay.length > 0) await writeOldest();
  sink.end();
  await finished(file);
  print({ engine: job.engine, ...counts, ms: Math.round(performance.now() - started) });
  if (counts.failed > 0) throw new CommandFault(`${counts.failed} lines could not be analysed`);
}

interface AnalysedLine {
  readonly json: string;
  readonly failed: boolean;
}

/** A line that cannot be analysed gets an output line that says so: the order is kept, nothing is lost. */
async function analyseLine(
  engines: BulkEngines,
  engine: BulkEngine,
  line: string,
): Promise<AnalysedLine> {
  const started = performance.now();
  let known: { readonly id: string | number | null } = { id: null };
  try {
    const { id, input } = parseLine(engine, line);
    known = { id };
    const sections = await engines.analyse(engine, input);
    const ms = Math.round((performance.now() - started) * 10) / 10;
    return { json: JSON.stringify({ id, ...sections, ms }), failed: false };
  } catch (error) {
    const message = error instanceof Error ? error.message : 'failed';
    return { json: JSON.stringify({ ...known, error: message }), failed: true };
  }
}

function parseLine(
  engine: BulkEngine,
  line: string,
): { readonly id: string | number; readonly input: BulkInput } {
  const parsed: unknown = JSON.parse(line);
  if (engine === 'plagiarism') {
    const { id, suspicious, source, keep_source } = pairLine.parse(parsed);
    return { id, input: { kind: 'pair', suspicious, source, keepSource: keep_source } };
  }
  const { id, text } = textLine.parse(parsed);
  return { id, input: { kind: 'text', text } };
}

function openInput(path: string): Readable {
  const file = createReadStream(path);
  if (!path.endsWith('.gz')) return file;
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  return file.pipe(gunzip);
}

function openOutput(path: string): { readonly sink: Writable; readonly file: Writable } {
  const file = createWriteStream(path);
  if (!path.endsWith('.gz')) return { sink: file, file };
  const gzip = createGzip();
  gzip.pipe(file);
  return { sink: gzip, file };
}
