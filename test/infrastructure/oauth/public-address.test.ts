import assert from 'node:assert/strict';
import { isPublicAddress } from '../../../infrastructure/oauth/public-address.ts';

describe('a public address', () => {
  it('is one of the Internet', () => {
    for (const address of ['93.184.216.34', '8.8.8.8', '2606:2800:220:1:248:1893:25c8:1946']) {
      assert.equal(isPublicAddress(address), true, address);
    }
    assert.equal(isPublicAddress('::ffff:8.8.8.8'), true);
  });

  it('is none that a registry sets aside, however it is written', () => {
    const special = [
      ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '127.0.0.1', '127.255.255.254'],
      ...['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.1', '192.0.2.1'],
      ...['192.88.99.1', '192.168.1.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
      ...['224.0.0.1', '240.0.0.1', '255.255.255.255'],
      ...['::', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:10.0.0.1', '::127.0.0.1'],
      ...['fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1'],
      ...['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1', '2002:7f00:1::', '2001::1'],
      ...['2001:db8::1', '100::1', '3fff::1', '5f00::1', '4000::1'],
    ];
    for (const address of special) assert.equal(isPublicAddress(address), false, address);
  });

  it('is no text that some programs take for an address', () => {
    for (const text of ['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '8.8.8', 'localhost', '']) {
      assert.equal(isPublicAddress(text), false, text);
    }
  });
});
