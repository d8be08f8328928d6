import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** They do not start on the version of Node that the service is built for, so they bring their own. */
const packages = [
  'node@22',
  '@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
] as const;

export const mcpProgramsNeed = `${packages.join(', ')} from the package registry`;

type Program = 'conformance' | 'mcp-inspector';

export interface ProgramResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Programs of the MCP project, as their users run them. */
export interface McpPrograms {
  command(program: Program, ...words: readonly string[]): readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  run(program: Program, ...words: readonly string[]): Promise<ProgramResult>;
}

let fetched: Promise<McpPrograms | null> | undefined;

/** Fetched once a run, for all tests that need them; null when the registry cannot be reached. */
export function mcpPrograms(): Promise<McpPrograms | null> {
  fetched ??= fetchPrograms();
  return fetched;
}

async function fetchPrograms(): Promise<McpPrograms | null> {
  // Some hundred MB: too much for a folder in memory.
  const folder = mkdtempSync(join(tmpdir(), 'assay-mcp-programs-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  try {
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder];
    await run('npm', ['install', ...options, ...packages], { maxBuffer: 16 * 1024 * 1024 });
  } catch {
    return null;
  }
  const bin = join(folder, 'node_modules/.bin');
  const environment = { PATH: process.env.PATH ?? '', HOME: folder };
  const command: McpPrograms['command'] = (program, ...words) => [
    join(bin, 'node'),
    join(bin, program),
    ...words,
  ];
  return {
    command,
    environment,
    async run(program, ...words) {
      const [node, ...rest] = command(program, ...words);
      return finished(node, rest, environment);
    },
  };
}

/** Its exit code is a result like any other. */
function finished(
  program: string,
  words: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const options = { env, maxBuffer: 64 * 1024 * 1024 };
    execFile(program, [...words], options, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
