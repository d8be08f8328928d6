import { join } from 'node:path';
import { openEventStore } from '../../../infrastructure/embedded/event-store.ts';
import { describeEventStore } from '../../contracts/event-store.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeEventStore('embedded', async () => {
  const folder = temporaryFolder();
  return {
    open: async () => openEventStore({ path: join(folder.path, 'events.db') }),
    remove: async () => folder.remove(),
  };
});
