import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { siblingModule } from '../../../infrastructure/system/start-worker.ts';

/** The test server in a process of its own. */
export interface EventStoreProcess {
  readonly port: number;
  readonly connectionString: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its file holds. */
  restart(): Promise<void>;
}

/** @param options `file` keeps the log over a restart; without it the log is gone with the process. */
export async function startEventStoreProcess(
  options: { readonly port?: number; readonly file?: string } = {},
): Promise<EventStoreProcess> {
  let running = await launch(options);
  const { port, connectionString } = running;
  return {
    port,
    connectionString,
    async kill() {
      if (running.child.exitCode !== null || running.child.signalCode !== null) return;
      const ended = once(running.child, 'exit');
      running.child.kill('SIGKILL');
      await ended;
    },
    async restart() {
      running = await launch({ ...options, port });
    },
  };
}

interface Launched {
  readonly child: ChildProcess;
  readonly port: number;
  readonly connectionString: string;
}

async function launch({
  port = 0,
  file,
}: {
  readonly port?: number;
  readonly file?: string;
}): Promise<Launched> {
  const entry = fileURLToPath(siblingModule('main', import.meta.url));
  const loader = entry.endsWith('.ts') ? ['--import', 'tsx'] : [];
  const words = [
    ...loader,
    entry,
    '--with-parent',
    '--port',
    String(port),
    ...(file ? ['--file', file] : []),
  ];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error('the EventStoreDB test server ended before it listened');
  });
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  ended.catch(() => undefined);
  const { port: bound, connectionString } = JSON.parse(String(line));
  return { child, port: bound, connectionString };
}
