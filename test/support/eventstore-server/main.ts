import { parseArgs } from 'node:util';
import { startEventStoreServer } from './start-server.ts';

/**
 * The test server as a process of its own, to be killed and started again:
 * `node --import tsx main.ts [--port N] [--file F]`. Prints its port as one line of JSON once it listens.
 * With `--with-parent` it ends when its standard input does, so that nothing outlives a killed test.
 */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '0' },
    file: { type: 'string' },
    'with-parent': { type: 'boolean', default: false },
  },
});
const server = await startEventStoreServer({
  port: Number(values.port),
  ...(values.file === undefined ? {} : { file: values.file }),
});
process.stdout.write(
  `${JSON.stringify({ port: server.port, connectionString: server.connectionString })}\n`,
);

if (values['with-parent']) process.stdin.on('end', () => process.exit(0)).resume();
