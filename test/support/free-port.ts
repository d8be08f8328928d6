import assert from 'node:assert/strict';
import { createServer } from 'node:net';

/** A port that nobody listens on. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      assert.ok(typeof address === 'object' && address !== null);
      probe.close(() => resolve(address.port));
    });
  });
}
