import { randomUUID } from 'node:crypto';
import type { ReadModels } from '../../application/ports/read-models.ts';
import type {
  ShadowReadModels,
  ShadowStart,
} from '../../application/ports/rebuildable-read-models.ts';
import { siblingModule } from '../system/start-worker.ts';
import type { ShadowReply, ShadowRequest, SideRequest } from './shadow-request.ts';
import { type SqliteThread, sqliteThread } from './sqlite-thread.ts';
import type { ViewOptions } from './view-request.ts';
import type { ViewSide } from './view-schema.ts';
import { viewRow } from './view-table.ts';

type ShadowThread = SqliteThread<ShadowRequest, ShadowReply>;

const anew: ShadowStart = { from: 0, resume: false };

/**
 * Opens shadow tables beside the live ones, on a thread and a connection of their own. While
 * `finish` compares and swaps, one transaction of that connection keeps out every other writer, in
 * this process and in others; readers go on undisturbed.
 */
export async function openShadow(
  options: ViewOptions,
  start: ShadowStart = anew,
): Promise<ShadowReadModels> {
  const thread: ShadowThread = sqliteThread({
    entry: siblingModule('shadow-worker', import.meta.url),
    data: { ...options, owner: randomUUID() },
  });
  const begun = await beginOn(thread, start);
  const shadow = sideReadModels(options, thread, 'shadow');
  return {
    models: shadow,
    resumed: begun,
    async finish({ swap, catchUp }) {
      try {
        await thread.send({ op: 'lock' });
        await catchUp(sideReadModels(options, thread, 'live'));
        await catchUp(shadow);
        const compared = await thread.send({ op: 'compare' });
        if (compared.kind !== 'differences') throw unexpected(compared);
        if (swap) await thread.send({ op: 'swap' });
        else await endWithoutSwap(thread);
        return compared.comparison;
      } finally {
        // Ending the thread also ends a transaction that was left open by a failure.
        await thread.close();
      }
    },
    async discard() {
      await thread.send({ op: 'drop' });
      await thread.close();
    },
    leave: () => thread.close(),
  };
}

async function beginOn(thread: ShadowThread, start: ShadowStart): Promise<boolean> {
  try {
    const begun = await thread.send({ op: 'begin', ...start });
    if (begun.kind !== 'begun') throw unexpected(begun);
    return begun.resumed;
  } catch (error) {
    await thread.close();
    throw error;
  }
}

async function endWithoutSwap(thread: ShadowThread): Promise<void> {
  await thread.send({ op: 'drop' });
  await thread.send({ op: 'release' });
}

function sideReadModels(options: ViewOptions, thread: ShadowThread, side: ViewSide): ReadModels {
  const send = (request: SideRequest): Promise<ShadowReply> => thread.send(request);
  return {
    async get(model, id) {
      const reply = await send({ op: 'get', side, model, id });
      if (reply.kind !== 'documents') throw unexpected(reply);
      return reply.documents[0];
    },
    async query(model, query) {
      const reply = await send({ op: 'query', side, model, query });
      if (reply.kind !== 'documents') throw unexpected(reply);
      return reply.documents;
    },
    async put(model, document) {
      const declaration = options.models.find(({ name }) => name === model);
      if (declaration === undefined) throw new RangeError(`no model ${model} was declared`);
      const reply = await send({ op: 'put', side, model, row: viewRow(declaration, document) });
      if (reply.kind !== 'put') throw unexpected(reply);
      return reply.result;
    },
    async checkpoint(model) {
      const reply = await send({ op: 'checkpoint', side, model });
      if (reply.kind !== 'checkpoint') throw unexpected(reply);
      return reply.position;
    },
    async saveCheckpoint(model, position) {
      await send({ op: 'save-checkpoint', side, model, position });
    },
    close: async () => undefined,
  };
}

function unexpected(reply: ShadowReply): Error {
  return new Error(`the rebuild's thread gave an answer of the kind ${reply.kind}`);
}
