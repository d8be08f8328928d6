import { join } from 'node:path';
import { openEventStore } from '../../../infrastructure/embedded/event-store.ts';
import { describeEventLog } from '../../contracts/event-log.contract.ts';
import {
  describeEventStore,
  type EventStoreFixture,
} from '../../contracts/event-store.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function embedded(): Promise<EventStoreFixture> {
  const folder = temporaryFolder();
  return {
    open: async () => openEventStore({ path: join(folder.path, 'events.db') }),
    remove: async () => folder.remove(),
  };
}

describeEventStore('embedded', embedded);
describeEventLog('embedded', embedded);
