import { openSync, writeSync } from 'node:fs';
import { openEventStore } from '../../infrastructure/embedded/event-store.ts';
import { sampleEvent } from './sample-events.ts';

/**
 * A process of its own that appends to one log without pause and writes a line for every event that
 * was acknowledged, before it goes on: `stream revision id`. Arguments: path of the log, writer's name, path of the lines.
 */
const [path = '', writer = '', acknowledgements = ''] = process.argv.slice(2);
const output = openSync(acknowledgements, 'a');
const store = openEventStore({ path });

async function appendForEver(stream: string): Promise<never> {
  let revision = -1;
  for (;;) {
    const events = [sampleEvent({ filler: 'x'.repeat(300) }), sampleEvent()];
    const result = await store.append(stream, revision, events);
    if (!result.ok) {
      revision = result.actualRevision;
      continue;
    }
    for (const [index, { id }] of events.entries()) {
      writeSync(output, `${stream} ${revision + 1 + index} ${id}\n`);
    }
    revision = result.lastRevision;
  }
}

const own = Array.from({ length: 8 }, (_, number) => `account-${writer}-${number}`);
await Promise.all([...own, 'account-shared', 'account-shared'].map(appendForEver));
