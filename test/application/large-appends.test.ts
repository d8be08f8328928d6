import assert from 'node:assert/strict';
import { AppendTooLargeError } from '../../application/ports/event-store.ts';
import { type FlakyEventStore, flakyEventStore } from '../support/flaky-event-store.ts';
import { draw, isChained, someContext, tallyHandler } from '../support/tally.ts';

describe('commands that are too much for one append', () => {
  let eventStore: FlakyEventStore;
  let handler: ReturnType<typeof tallyHandler>;
  const run = (name: string) => handler.handle('tally-1', draw(name), someContext);

  beforeEach(() => {
    eventStore = flakyEventStore();
    handler = tallyHandler({ eventStore });
  });

  it('writes in several goes what is too much for one append', async () => {
    eventStore.capacity = 12;
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => run(`t${n}`)));
    assert.deepEqual(
      answers.map(({ tickets }) => tickets),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    assert.ok(isChained(eventStore.log));
  });

  it('fails only the command that is too much by itself', async () => {
    eventStore.capacity = 0;
    await assert.rejects(run('a'), AppendTooLargeError);
    eventStore.capacity = 1;
    assert.deepEqual(await run('b'), { drawn: true, tickets: 1 });
  });
});
