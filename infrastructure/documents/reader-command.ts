import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ReaderCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

const shell = '/bin/sh';

/**
 * How a reading process is started. Where there is a shell, the kernel adds limits that hold even
 * when this server is gone: processor seconds, and no written file at all. The environment is empty,
 * because it may hold the server's secret.
 */
export function readerCommand(limits: {
  readonly heapMegabytes: number;
  readonly cpuSeconds: number;
}): ReaderCommand {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(`./reader-main.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const loader = isSource ? ['--import', sourceLoader()] : [];
  const node = [`--max-old-space-size=${limits.heapMegabytes}`, '--no-warnings', ...loader, entry];
  const coverage = process.env.NODE_V8_COVERAGE;
  const env = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage };
  if (!existsSync(shell)) return { file: process.execPath, args: node, env };
  // Measuring coverage and the loader's cache write files, in development only.
  const fileSize = coverage === undefined && !isSource ? 'ulimit -f 0; ' : '';
  const script = `ulimit -c 0; ${fileSize}ulimit -t ${limits.cpuSeconds}; exec "$0" "$@"`;
  return { file: shell, args: ['-c', script, process.execPath, ...node], env };
}

/** Only in development, where the sources run without being compiled. */
function sourceLoader(): string {
  return pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
}
