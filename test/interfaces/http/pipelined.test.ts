import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createHttpServer } from '../../../interfaces/http/server.ts';

/** The collector of garbage, which Node hides unless it is asked for. */
function collector(): () => void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  assert.ok(typeof collect === 'function');
  return () => void collect();
}

describe('requests that are sent without waiting for answers', () => {
  it('leave nothing behind when their connection ends', async () => {
    const collect = collector();
    const count = 200;
    const answers: WeakRef<ServerResponse>[] = [];
    const server = createHttpServer(
      (_request, response) => {
        answers.push(new WeakRef(response));
        setTimeout(() => response.end('an answer'), 5);
      },
      { freshRequestId: () => 'req_00000000' },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    const socket = connect(address.port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
    while (answers.length < count) await pause(5);
    socket.destroy();
    let left = count;
    for (let tries = 0; tries < 100 && left > 0; tries += 1) {
      await pause(20);
      collect();
      left = answers.filter((answer) => answer.deref() !== undefined).length;
    }
    await new Promise((resolve) => server.close(resolve));
    // The last ones to be answered may be on somebody's stack.
    assert.ok(left <= 2, `${left} of ${count} answers are kept`);
  });
});
