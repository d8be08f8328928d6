import assert from 'node:assert/strict';
import { OutcomeUnknownError, StoreUnavailableError } from '../../application/ports/event-store.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type FlakyEventStore, flakyEventStore } from '../support/flaky-event-store.ts';
import { sampleEvent } from '../support/sample-events.ts';
import { draw, isChained, someContext, tallyHandler } from '../support/tally.ts';

const stream = 'tally-1';

describe('handling a command', () => {
  let eventStore: FlakyEventStore;
  let handler: ReturnType<typeof tallyHandler>;
  const names = () => eventStore.log.map(({ data }) => data.name);
  const run = (name: string, limit?: number) =>
    handler.handle(stream, draw(name, limit), someContext);
  const foreign = (name: string) => eventStore.intrude(stream, [sampleEvent({ name })]);

  beforeEach(() => {
    eventStore = flakyEventStore();
    handler = tallyHandler({ eventStore });
  });

  it('decides what waits together and appends it in one commit', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => run(`t${n}`)));
    assert.deepEqual(
      answers.map(({ tickets }) => tickets),
      Array.from({ length: 50 }, (_, n) => n + 1),
    );
    assert.equal(eventStore.appends, 1);
    assert.ok(isChained(eventStore.log));
  });

  it('decides again on what another process appended', async () => {
    await run('mine');
    foreign('theirs');
    assert.deepEqual(await run('last', 3), { drawn: true, tickets: 3 });
    foreign('more');
    assert.deepEqual(await run('too many', 4), { drawn: false, tickets: 4 });
    assert.deepEqual(names(), ['mine', 'theirs', 'last', 'more']);
  });

  it('looks for what another process appended before it refuses', async () => {
    await run('mine', 1);
    assert.deepEqual(await run('second', 1), { drawn: false, tickets: 1 });
    foreign('second');
    assert.deepEqual(await run('second', 1), { drawn: true, tickets: 2 });
  });

  it('carries on the chain of another process', async () => {
    const other = tallyHandler({ eventStore });
    await run('a');
    await other.handle(stream, draw('b'), someContext);
    await run('c');
    assert.deepEqual(names(), ['a', 'b', 'c']);
    assert.ok(isChained(eventStore.log));
  });

  it('fails a command whose rule throws, and no other of its batch', async () => {
    const broken = handler.handle(stream, { type: 'break' }, someContext);
    const [first, second] = await Promise.allSettled([broken, run('a')]);
    assert.equal(first?.status, 'rejected');
    assert.equal(second?.status, 'fulfilled');
    assert.deepEqual(names(), ['a']);
  });

  it('does not believe a rule that throws on a state that is out of date', async () => {
    const late = { type: 'draw-second', name: 'late' } as const;
    await assert.rejects(handler.handle(stream, late, someContext), /too early/);
    foreign('first');
    assert.deepEqual(await handler.handle(stream, late, someContext), { drawn: true, tickets: 2 });
  });

  it('writes nothing for a command that it has failed', async () => {
    await run('x').catch(() => undefined);
    const fresh = tallyHandler({ eventStore });
    const other = 'tally-2';
    await fresh.current(other);
    // In one batch with a command that appends: by then somebody else has made the rule hold.
    eventStore.beforeAppend = () => {
      eventStore.beforeAppend = () => undefined;
      eventStore.intrude(other, [sampleEvent({ name: 'first' })]);
    };
    const settled = await Promise.allSettled([
      fresh.handle(other, { type: 'draw-second', name: 'late' }, someContext),
      fresh.handle(other, draw('mine'), someContext),
    ]);
    const written = eventStore.log.some(({ data }) => data.name === 'late');
    assert.equal(written, settled[0]?.status === 'fulfilled');
  });

  it('gives up on a stream that never stands still, without an answer or an event', async () => {
    let count = 0;
    eventStore.beforeAppend = () => foreign(`theirs ${count++}`);
    await assert.rejects(run('mine'), { name: 'OverloadedError' });
    eventStore.beforeAppend = () => undefined;
    assert.ok(!names().includes('mine'));
    assert.equal((await run('mine')).drawn, true);
  });

  it('lets 20 writers on one stream through, each exactly once', async () => {
    const writers = Array.from({ length: 20 }, () => tallyHandler({ eventStore }));
    const answers = await Promise.all(
      writers.flatMap((writer, w) =>
        Array.from({ length: 5 }, (_, n) => writer.handle(stream, draw(`${w}-${n}`), someContext)),
      ),
    );
    assert.ok(answers.every(({ drawn }) => drawn));
    assert.equal(new Set(names()).size, 100);
    assert.equal(eventStore.log.length, 100);
    assert.ok(isChained(eventStore.log));
  });

  describe('when the store fails', () => {
    it('finds what was written although the answer got lost, and writes it once', async () => {
      eventStore.faults.push('unknown after writing');
      assert.deepEqual(await run('a'), { drawn: true, tickets: 1 });
      assert.deepEqual(await run('b'), { drawn: true, tickets: 2 });
      assert.deepEqual(names(), ['a', 'b']);
      assert.ok(isChained(eventStore.log));
    });

    it('writes again what got lost on the way', async () => {
      eventStore.faults.push('unknown before writing', 'unknown before writing');
      assert.deepEqual(await run('a'), { drawn: true, tickets: 1 });
      assert.deepEqual(names(), ['a']);
    });

    it('finds its events behind those of another process after a lost answer', async () => {
      await run('a');
      eventStore.beforeAppend = () => {
        eventStore.beforeAppend = () => undefined;
        foreign('theirs');
      };
      eventStore.faults.push('none', 'unknown after writing');
      assert.deepEqual(await run('b'), { drawn: true, tickets: 3 });
      assert.deepEqual(names(), ['a', 'theirs', 'b']);
    });

    it('does not say that nothing was written when it cannot find out, and knows the truth the next time', async () => {
      await run('a');
      eventStore.faults.push('unknown after writing');
      eventStore.readFaults.push(...unreachable(20));
      await assert.rejects(run('b'), OutcomeUnknownError);
      eventStore.readFaults.length = 0;
      assert.deepEqual(await run('b'), { drawn: true, tickets: 2 });
      assert.deepEqual(names(), ['a', 'b']);
    });

    it('asks again what became of its events when the store is gone for a moment', async () => {
      await run('a');
      eventStore.faults.push('unknown after writing');
      eventStore.readFaults.push(...unreachable(3));
      assert.deepEqual(await run('b'), { drawn: true, tickets: 2 });
      assert.deepEqual(names(), ['a', 'b']);
    });

    it('does not say that nothing was written while an earlier try may still get there', async () => {
      eventStore.faults.push('unknown before writing', 'unavailable');
      await assert.rejects(run('a'), OutcomeUnknownError);
    });

    it('fails every command of the batch when nothing can be written, and then goes on', async () => {
      eventStore.faults.push('unavailable');
      const settled = await Promise.allSettled([run('a'), run('b')]);
      assert.ok(
        settled.every(
          (one) => one.status === 'rejected' && one.reason instanceof StoreUnavailableError,
        ),
      );
      assert.deepEqual(await run('c'), { drawn: true, tickets: 1 });
    });

    it('loads the stream again when loading failed', async () => {
      foreign('theirs');
      eventStore.readFaults.push(new Error('not now'));
      await assert.rejects(run('a'), /not now/);
      assert.deepEqual(await run('a'), { drawn: true, tickets: 2 });
    });
  });

  describe('projecting', () => {
    it('hands over the events with their places before it answers', async () => {
      const projected: RecordedEvent[] = [];
      const project = async (events: readonly RecordedEvent[]): Promise<void> => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        projected.push(...events);
      };
      handler = tallyHandler({ eventStore, project });
      await run('a');
      assert.deepEqual(projected, eventStore.log);
    });

    it('answers a command with nothing to add only when what is behind its answer is projected', async () => {
      const projected: unknown[] = [];
      let failures = 1;
      const project = async (events: readonly RecordedEvent[]): Promise<void> => {
        if (failures-- > 0) throw new Error('no room for read models');
        projected.push(...events.map(({ data }) => data.name));
      };
      handler = tallyHandler({ eventStore, project });
      await assert.rejects(run('a'), /no room/);
      assert.equal((await run('a')).drawn, true);
      assert.deepEqual(projected, ['a']);
    });

    it('projects what another process wrote before it answers a command with nothing to add', async () => {
      const project = async (): Promise<void> => {
        throw new Error('ended before it could project');
      };
      await assert.rejects(
        tallyHandler({ eventStore, project }).handle(stream, draw('a'), someContext),
      );
      const projected: unknown[] = [];
      handler = tallyHandler({
        eventStore,
        project: async (events) => {
          projected.push(...events.map(({ data }) => data.name));
        },
      });
      assert.equal((await run('a')).drawn, true);
      assert.deepEqual(projected, ['a']);
      await run('a');
      assert.deepEqual(projected, ['a'], 'and only once');
    });
  });

  it('keeps the state of thousands of streams apart, also of those it has forgotten', async () => {
    const streams = Array.from({ length: 20_050 }, (_, n) => `tally-many-${n}`);
    for (const name of streams) await handler.current(name);
    await handler.handle('tally-many-0', draw('a'), someContext);
    const state = await handler.current('tally-many-0');
    assert.deepEqual(state.names, ['a']);
    assert.deepEqual((await handler.current('tally-many-1')).names, []);
  });
});

function unreachable(times: number): readonly StoreUnavailableError[] {
  return Array.from({ length: times }, () => new StoreUnavailableError('nobody answers'));
}
