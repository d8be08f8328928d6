import { join } from 'node:path';
import { openViews } from '../../../infrastructure/embedded/views.ts';
import { describeIdempotencyStore } from '../../contracts/idempotency-store.contract.ts';
import { describeReportCache } from '../../contracts/report-cache.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describeReportCache('embedded', async () => {
  const folder = temporaryFolder();
  return {
    async open() {
      const views = openViews({ path: join(folder.path, 'views.db'), models: [] });
      return { ...views.reportCache, close: () => views.close() };
    },
    remove: async () => folder.remove(),
  };
});

describeIdempotencyStore('embedded', async () => {
  const folder = temporaryFolder();
  return {
    async open() {
      const views = openViews({ path: join(folder.path, 'views.db'), models: [] });
      return { store: views.idempotency, close: () => views.close() };
    },
    remove: async () => folder.remove(),
  };
});
