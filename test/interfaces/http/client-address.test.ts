import assert from 'node:assert/strict';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { clientAddress } from '../../../interfaces/http/client-address.ts';

/** The address that is seen in a request with this X-Forwarded-For behind so many proxies. */
async function seen(forwarded: string | null, trustedProxies: number): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const socket = connect(address.port, '127.0.0.1');
  const lines = forwarded === null ? '' : `X-Forwarded-For: ${forwarded}\r\n`;
  const found = new Promise<string>((resolve) => {
    server.on('request', (request: IncomingMessage) =>
      resolve(clientAddress(request, trustedProxies)),
    );
  });
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
  const result = await found;
  socket.destroy();
  server.close();
  return result;
}

describe('the address of a client', () => {
  it('is that of the connection when there is no proxy, whatever the request says', async () => {
    assert.equal(await seen(null, 0), '127.0.0.1');
    assert.equal(await seen('203.0.113.7', 0), '127.0.0.1');
  });

  it('is what the outermost proxy of ours saw', async () => {
    assert.equal(await seen('203.0.113.7', 1), '203.0.113.7');
    assert.equal(await seen('198.51.100.1, 203.0.113.7', 1), '203.0.113.7');
    assert.equal(await seen('198.51.100.1, 203.0.113.7, 10.0.0.2', 2), '203.0.113.7');
  });

  it('is that of the connection when a proxy says nothing that can be read', async () => {
    assert.equal(await seen(null, 1), '127.0.0.1');
    assert.equal(await seen('unknown', 1), '127.0.0.1');
    assert.equal(await seen('203.0.113.7:8080', 1), '127.0.0.1');
  });

  it('is the network of a subscriber of IPv6, and IPv4 in whatever clothes', async () => {
    const one = await seen('2001:db8:1:2:3:4:5:6', 1);
    assert.equal(await seen('2001:db8:1:2::9', 1), one);
    assert.notEqual(await seen('2001:db8:1:3::9', 1), one);
    assert.equal(await seen('::ffff:203.0.113.7', 1), '203.0.113.7');
  });
});
