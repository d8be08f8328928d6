import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageRoot } from './package-root.ts';

const run = promisify(execFile);

/** They do not start on the version of Node that the service is built for, so they bring their own. */
const packages = [
  'node@22.23.3',
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

/** Kept from run to run, for it takes minutes to fetch; other versions are kept elsewhere. */
const cache = join(packageRoot, 'node_modules/.cache');
const kept = join(cache, packages.map((name) => name.replaceAll('/', '-')).join('+'));

/** Null when they are not there yet and the registry cannot be reached. */
export async function mcpPrograms(): Promise<McpPrograms | null> {
  if (existsSync(kept) || (await fetchPrograms())) return programsIn(kept);
  return null;
}

/** Nobody sees them before they are complete: two processes may fetch at the same time. */
async function fetchPrograms(): Promise<boolean> {
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'mcp-programs-'));
  try {
    const options = ['--no-audit', '--no-fund', '--prefer-offline', '--prefix', folder];
    await run('npm', ['install', ...options, ...packages], { maxBuffer: 16 * 1024 * 1024 });
    renameSync(folder, kept);
    return true;
  } catch {
    // The other one may have been faster.
    return existsSync(kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function programsIn(folder: string): McpPrograms {
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
