import { parseArgs } from 'node:util';
import { startEventStoreServer } from './start-server.ts';

/**
 * The test server as a process of its own, to be killed and started again:
 * `node --import tsx main.ts [--port N] [--file F]`. Prints its port as one line of JSON once it listens.
 */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, file: { type: 'string' } },
});
const server = await startEventStoreServer({
  port: Number(values.port),
  ...(values.file === undefined ? {} : { file: values.file }),
});
process.stdout.write(
  `${JSON.stringify({ port: server.port, connectionString: server.connectionString })}\n`,
);
