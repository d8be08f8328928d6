import assert from 'node:assert/strict';
import { join } from 'node:path';
import { openViews } from '../../../infrastructure/embedded/views.ts';
import {
  describeReadModels,
  type ReadModelsFixture,
} from '../../contracts/read-models.contract.ts';
import { describeRebuildableReadModels } from '../../contracts/rebuildable-read-models.contract.ts';
import { sampleDocument, sampleModel } from '../../support/sample-documents.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function embedded(): Promise<ReadModelsFixture> {
  const folder = temporaryFolder();
  return {
    async open() {
      const views = openViews({ path: join(folder.path, 'views.db'), models: [sampleModel] });
      return { ...views.readModels, close: () => views.close() };
    },
    remove: async () => folder.remove(),
  };
}

describeReadModels('embedded', embedded);
describeRebuildableReadModels('embedded', embedded);

describe('embedded read models', () => {
  it('start empty again when the version of their fold grows', async () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'views.db');
    const old = openViews({ path, models: [sampleModel] });
    await old.readModels.put('sample', sampleDocument());
    await old.readModels.saveCheckpoint('sample', 9);
    await old.readModels.openShadow();
    await old.close();
    const grown = { ...sampleModel, version: 2, indexes: [{ index: 'colour' }] };
    const views = openViews({ path, models: [grown] });
    assert.equal(await views.readModels.get('sample', 'sample-1'), undefined);
    assert.equal(await views.readModels.checkpoint('sample'), 0);
    const document = sampleDocument({ indexes: { colour: 'red' } });
    assert.equal(await views.readModels.put('sample', document), 'stored');
    const shadow = await views.readModels.openShadow();
    await shadow.discard();
    await views.close();
    folder.remove();
  });
});
