import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addMs, instant } from '../../../domain/shared/instant.ts';
import { openWebSessions } from '../../../infrastructure/embedded/web-sessions.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import { sealedWebSessions } from '../../../infrastructure/system/sealed-web-sessions.ts';
import { describeWebSessions } from '../../contracts/web-sessions.contract.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const now = instant(1_700_000_000_000);
const expiresAt = addMs(now, 60_000);

describeWebSessions('embedded', async () => {
  const folder = temporaryFolder();
  return {
    open: async () => openWebSessions({ path: join(folder.path, 'sessions.db') }),
    remove: async () => folder.remove(),
  };
});

describeWebSessions('embedded and sealed', async () => {
  const folder = temporaryFolder();
  return {
    async open() {
      const store = openWebSessions({ path: join(folder.path, 'sessions.db') });
      return { ...sealedWebSessions(store, sealing(7)), close: () => store.close() };
    },
    remove: async () => folder.remove(),
  };
});

describe('sealed web sessions', () => {
  const folder = temporaryFolder();
  const path = join(folder.path, 'sessions.db');
  after(() => folder.remove());

  it('leave neither an id nor a value in the file', async () => {
    const store = openWebSessions({ path });
    await sealedWebSessions(store, sealing(7)).put('id-of-a-browser', {
      value: 'somebody@example.org',
      expiresAt,
    });
    await store.close();
    const bytes = readFileSync(path).toString('latin1');
    assert.ok(!bytes.includes('id-of-a-browser'));
    assert.ok(!bytes.includes('somebody'));
  });

  it('are nobody’s under another server secret, or when they were changed', async () => {
    const store = openWebSessions({ path });
    const sealed = sealedWebSessions(store, sealing(7));
    await sealed.put('one', { value: 'v', expiresAt });
    assert.equal(await sealedWebSessions(store, sealing(8)).get('one', now), undefined);
    const place = nodeHasher(new Uint8Array(32).fill(7)).keyedHash('web session', 'one');
    await store.put(place, { value: 'AAAA', expiresAt });
    assert.equal(await sealed.get('one', now), undefined);
    assert.equal(await sealed.take('one', now), undefined);
    await store.close();
  });
});

function sealing(filling: number) {
  const secret = new Uint8Array(32).fill(filling);
  return { secret, hasher: nodeHasher(secret) };
}
