import { freePort } from './free-port.ts';
import { startFerretDb } from './mongodb-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A server of the MongoDB wire protocol as a process of its own, to be stopped, killed and started again. */
export interface FerretDbProcess {
  readonly url: string;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with what its folder holds. */
  restart(): Promise<void>;
  /** Its connections stay, and nothing is answered any more. */
  freeze(): void;
  thaw(): void;
  remove(): Promise<void>;
}

export async function startFerretDbProcess(): Promise<FerretDbProcess> {
  const folder = temporaryFolder();
  const options = { folder: folder.path, port: await freePort() };
  let server = await startFerretDb(options);
  return {
    url: `${server.url}/assay`,
    kill: () => server.stop('SIGKILL'),
    async restart() {
      server = await startFerretDb(options);
    },
    freeze: () => server.signal('SIGSTOP'),
    thaw: () => server.signal('SIGCONT'),
    async remove() {
      await server.stop('SIGKILL');
      folder.remove();
    },
  };
}
