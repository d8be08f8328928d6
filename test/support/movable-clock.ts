import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AssayProcess, Environment } from './assay-process.ts';
import { awaited } from './awaited.ts';
import { temporaryFolder } from './temporary-folder.ts';

interface MovableClock {
  /** What a server must be started with. */
  readonly settings: Environment;
  /** Resolves once the server's clock has gone on by so many seconds. */
  forward(server: Pick<AssayProcess, 'pid' | 'output'>, seconds: number): Promise<void>;
  remove(): void;
}

/** The clock of a real server, so that nobody waits ten minutes to see that a code ends after ten minutes. */
export function movableClock(): MovableClock {
  const folder = temporaryFolder();
  const file = join(folder.path, 'ahead-ms');
  let aheadMs = 0;
  writeFileSync(file, String(aheadMs));
  return {
    settings: {
      ASSAY_TEST_CLOCK: file,
      NODE_OPTIONS: `--import=${new URL('./preload-clock.js', import.meta.url)}`,
    },
    async forward(server, seconds) {
      aheadMs += seconds * 1_000;
      writeFileSync(file, String(aheadMs));
      process.kill(server.pid(), 'SIGUSR2');
      const said = `the clock is ahead by ${aheadMs} ms\n`;
      await awaited('the clock', () => server.output().includes(said) || undefined);
    },
    remove: folder.remove,
  };
}
