import type { RebuildableReadModels } from '../../../application/ports/rebuildable-read-models.ts';
import { mongoConnection } from '../../../infrastructure/mongodb/connection.ts';
import { readModels } from '../../../infrastructure/mongodb/read-models.ts';
import { viewStore } from '../../../infrastructure/mongodb/view-store.ts';
import {
  describeReadModels,
  type ReadModelsFixture,
} from '../../contracts/read-models.contract.ts';
import { describeRebuildableReadModels } from '../../contracts/rebuildable-read-models.contract.ts';
import { needsMongoDb, testDatabase } from '../../support/mongodb-server.ts';
import { sampleModel } from '../../support/sample-documents.ts';

function open(url: string, models = [sampleModel]): RebuildableReadModels {
  const connection = mongoConnection({ url });
  return { ...readModels(viewStore(connection, models)), close: () => connection.close() };
}

async function mongo(): Promise<ReadModelsFixture> {
  const database = await testDatabase();
  return { open: async () => open(database.url), remove: () => database.drop() };
}

describe('MongoDB read models', () => {
  before(function () {
    needsMongoDb(this);
  });
  describeReadModels('MongoDB', mongo);
  describeRebuildableReadModels('MongoDB', mongo);
});
