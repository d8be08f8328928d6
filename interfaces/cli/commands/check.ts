import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { z } from 'zod';
import { uiLanguages } from '../../../domain/text/ui-language.ts';
import { CommandFault } from '../output.ts';
import { readableReport } from '../readable-report.ts';

interface CheckOptions {
  readonly key: string;
  readonly url: string;
  readonly checks: string;
  readonly uiLang: string;
  readonly deep?: true;
  readonly store?: true;
  readonly json?: true;
}

const problem = z.object({ detail: z.string(), code: z.string() });

/** A client of the REST API: what it shows is what any other client gets. */
export function addCheckCommand(program: Command): void {
  program
    .command('check')
    .argument('<file>', 'PDF, DOCX, TXT, MD or HTML; - reads text from standard input')
    .requiredOption('--key <key>', 'API key')
    .option('--url <url>', 'address of the service', 'http://localhost:8080')
    .option('--checks <list>', 'ai, grammar, plagiarism, separated by commas', 'ai')
    .option('--deep', 'a deeper reading by AI detection')
    .option('--store', 'add the text to your comparison library')
    .addOption(new Option('--ui-lang <lang>').choices(uiLanguages).default('en'))
    .option('--json', 'print the report as it came')
    .action(async (file: string, options: CheckOptions) => {
      const response = await fetch(`${options.url}/v1/analyze`, {
        method: 'POST',
        headers: { authorization: `Bearer ${options.key}` },
        body: await form(file, options),
      });
      const body: unknown = await response.json();
      if (!response.ok) {
        const { code, detail } = problem.parse(body);
        throw new CommandFault(`${response.status} ${code}: ${detail}`);
      }
      process.stdout.write(
        options.json === true ? `${JSON.stringify(body)}\n` : readableReport(body),
      );
    });
}

async function form(file: string, options: CheckOptions): Promise<FormData> {
  const chosen = new Set(options.checks.split(',').map((name) => name.trim()));
  const form = new FormData();
  for (const check of ['ai', 'grammar', 'plagiarism'])
    form.set(check, String(chosen.delete(check)));
  if (chosen.size > 0) throw new CommandFault(`unknown checks: ${[...chosen].join(', ')}`);
  form.set('deep', String(options.deep === true));
  form.set('store', String(options.store === true));
  form.set('ui_lang', options.uiLang);
  if (file === '-') form.set('text', await readStandardInput());
  else form.set('file', new Blob([await readFile(file)]), basename(file));
  return form;
}

async function readStandardInput(): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
