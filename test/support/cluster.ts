import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AssayProcess, assayProcess } from './assay-process.ts';
import {
  type EventStoreProcess,
  startEventStoreProcess,
} from './eventstore-server/eventstore-process.ts';
import { type FerretDbProcess, startFerretDbProcess } from './ferretdb-process.ts';

/** Several nodes of the built server on one log and one MongoDB, each a process of its own. */
export interface Cluster {
  readonly nodes: readonly AssayProcess[];
  readonly log: EventStoreProcess;
  readonly models: FerretDbProcess;
  remove(): Promise<void>;
}

export async function startCluster(
  options: { readonly nodes?: number; readonly environment?: Record<string, string> } = {},
): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-cluster-'));
  const log = await startEventStoreProcess({ file: join(folder, 'log') });
  const models = await startFerretDbProcess();
  const settings = {
    NODE_ENV: 'production',
    ASSAY_SECRET: 'the secret that all nodes of the cluster share',
    ASSAY_EVENTSTORE: log.connectionString,
    ASSAY_MONGODB: models.url,
    ASSAY_ANALYSIS_WORKERS: '1',
    ...options.environment,
  };
  const nodes: AssayProcess[] = [];
  const remove = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.remove()));
    await Promise.all([log.kill(), models.remove()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    for (let count = 0; count < (options.nodes ?? 3); count += 1) {
      nodes.push(await assayProcess(settings));
    }
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await remove();
    throw error;
  }
  return { nodes, log, models, remove };
}
