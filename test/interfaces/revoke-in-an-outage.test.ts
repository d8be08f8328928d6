import assert from 'node:assert/strict';
import { StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { Operations } from '../../interfaces/cli/operations.ts';
import { openOperations } from '../../interfaces/composition.ts';
import { type Config, readConfig } from '../../interfaces/config.ts';
import {
  type EventStoreServer,
  startEventStoreServer,
} from '../support/eventstore-server/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('revoking a key while the read models cannot be reached', () => {
  let server: EventStoreServer;
  let folder: ReturnType<typeof temporaryFolder>;
  let config: Config;
  let operations: Operations;

  before(async () => {
    server = await startEventStoreServer();
    folder = temporaryFolder();
    config = readConfig({
      ASSAY_DATA_DIR: folder.path,
      ASSAY_SECRET: 'a secret that is long enough to be one',
      ASSAY_EVENTSTORE: server.connectionString,
    });
    operations = await openOperations(config);
  });
  after(async () => {
    await operations.close();
    await server.stop();
    folder.remove();
  });

  it('answers an error, and ends the key in the log all the same', async () => {
    const opened = await operations.openAccount('a@example.org', 'pro');
    assert.ok(opened.ok);
    const { accountId } = opened.value;
    const made = await operations.createKey({ accountId, name: 'leaked', rateLimit: 60 });
    assert.ok(made.ok);
    const cutOff = await openOperations({ ...config, mongodb: 'mongodb://127.0.0.1:1' });
    await assert.rejects(cutOff.revokeKey(made.value.keyId), (error: unknown) => {
      assert.ok(error instanceof StoreUnavailableError);
      assert.match(error.message, /again until it succeeds/);
      return true;
    });
    await cutOff.close();
    assert.deepEqual(
      server.log.events.flatMap(({ stream, type }) => (stream.startsWith('key-') ? [type] : [])),
      ['KeyCreated', 'KeyRevoked'],
    );
    assert.equal((await operations.revokeKey(made.value.keyId)).ok, true);
  }).timeout(30_000);
});
