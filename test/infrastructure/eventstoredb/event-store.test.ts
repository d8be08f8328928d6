import { randomUUID } from 'node:crypto';
import { openEventStoreDb } from '../../../infrastructure/eventstoredb/event-store.ts';
import { describeEventLog } from '../../contracts/event-log.contract.ts';
import {
  describeEventStore,
  type EventStoreFixture,
} from '../../contracts/event-store.contract.ts';
import { startEventStoreServer } from '../../support/eventstore-server/start-server.ts';

async function onTestServer(): Promise<EventStoreFixture> {
  const server = await startEventStoreServer();
  const { connectionString } = server;
  return {
    open: async () => openEventStoreDb({ connectionString }),
    remove: () => server.stop(),
    takesKnownIds: true,
  };
}

describeEventStore('EventStoreDB client against the test server', onTestServer);
describeEventLog('EventStoreDB client against the test server', onTestServer);

const realServer = process.env.ASSAY_TEST_EVENTSTORE;

if (realServer !== undefined) {
  const onRealServer = async (): Promise<EventStoreFixture> => {
    const streamPrefix = `test-${randomUUID()}-`;
    return {
      open: async () => openEventStoreDb({ connectionString: realServer, streamPrefix }),
      remove: async () => undefined,
      takesKnownIds: true,
    };
  };
  describeEventStore(`EventStoreDB client against ${realServer}`, onRealServer);
  describeEventLog(`EventStoreDB client against ${realServer}`, onRealServer);
}
