import assert from 'node:assert/strict';
import type { WebSessions } from '../../application/ports/web-sessions.ts';
import { addMs, instant } from '../../domain/shared/instant.ts';

export interface WebSessionsFixture {
  open(): Promise<WebSessions & { close(): Promise<void> }>;
  remove(): Promise<void>;
}

const now = instant(1_700_000_000_000);
const expiresAt = addMs(now, 60_000);

export function describeWebSessions(name: string, make: () => Promise<WebSessionsFixture>): void {
  describe(`web sessions: ${name}`, () => {
    let fixture: WebSessionsFixture;
    let sessions: Awaited<ReturnType<WebSessionsFixture['open']>>;
    let other: typeof sessions;

    beforeEach(async () => {
      fixture = await make();
      sessions = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await sessions.close();
      await other.close();
      await fixture.remove();
    });

    it('gives back a session as it was put, to every node', async () => {
      const session = { value: '{"text":"Grüße \\u0000 😀"}', expiresAt };
      await sessions.put('one', session);
      assert.deepEqual(await sessions.get('one', now), session);
      assert.deepEqual(await other.get('one', now), session);
      assert.equal(await sessions.get('two', now), undefined);
    });

    it('replaces what an id had before', async () => {
      await sessions.put('one', { value: 'first', expiresAt });
      await other.put('one', { value: 'second', expiresAt: addMs(expiresAt, 1) });
      assert.deepEqual(await sessions.get('one', now), {
        value: 'second',
        expiresAt: addMs(expiresAt, 1),
      });
    });

    it('knows a session until it expires, and not a millisecond longer', async () => {
      await sessions.put('one', { value: 'v', expiresAt });
      assert.notEqual(await sessions.get('one', addMs(expiresAt, -1)), undefined);
      assert.equal(await sessions.get('one', expiresAt), undefined);
      assert.equal(await sessions.take('one', expiresAt), undefined);
    });

    it('ends a session for every node, and ends it again without a fault', async () => {
      await sessions.put('one', { value: 'v', expiresAt });
      await sessions.destroy('one');
      assert.equal(await other.get('one', now), undefined);
      await other.destroy('one');
    });

    it('gives a session to one of many who take it at once', async () => {
      await sessions.put('one', { value: 'v', expiresAt });
      const takers = Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? sessions : other).take('one', now),
      );
      const got = (await Promise.all(takers)).filter((session) => session !== undefined);
      assert.deepEqual(got, [{ value: 'v', expiresAt }]);
      assert.equal(await sessions.get('one', now), undefined);
    });

    it('sweeps what has expired and nothing else', async () => {
      const old = Array.from({ length: 450 }, (_, number) => `old-${number}`);
      await Promise.all(old.map((id) => sessions.put(id, { value: 'v', expiresAt })));
      await sessions.put('young', { value: 'v', expiresAt: addMs(expiresAt, 1) });
      await sessions.sweep(expiresAt);
      // Asked as of then, an expired one would still be there: only the sweep can have removed it.
      assert.equal(await sessions.get('old-0', now), undefined);
      assert.equal(await other.get('old-449', now), undefined);
      assert.notEqual(await other.get('young', now), undefined);
    });
  });
}
