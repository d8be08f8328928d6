import assert from 'node:assert/strict';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { livedThrough, operating } from '../support/lived-folder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

describe('revoking a key on a log that no read model can be made from', () => {
  it('works, and shows', async () => {
    const folder = temporaryFolder();
    try {
      const accountId = await livedThrough(folder.path);
      const made = await operating(folder.path, (operations) =>
        operations.createKey({ accountId, name: 'leaked', rateLimit: 60 }),
      );
      assert.ok(made.ok);
      const log = new Database(join(folder.path, 'events.db'));
      log.exec("UPDATE events SET type = 'NobodyKnows' WHERE type = 'CreditsGranted'");
      log.close();
      const { keyId } = made.value;
      const revoked = await operating(folder.path, (operations) => operations.revokeKey(keyId));
      assert.deepEqual(revoked, { ok: true, value: { keyId } });
      const views = new Database(join(folder.path, 'views.db'), { readonly: true });
      const find = views.prepare<[string], { body: string }>(
        'SELECT body FROM "live:token-validity" WHERE by_credential = ?',
      );
      assert.match(find.get(keyId)?.body ?? '', /"revoked":true/);
      views.close();
    } finally {
      folder.remove();
    }
  });
});
