import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Runs a line as a person would paste it. Answers what it printed. */
export async function shellCommand(line: string): Promise<string> {
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
