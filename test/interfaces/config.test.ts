import assert from 'node:assert/strict';
import { openCore } from '../../interfaces/composition.ts';
import { readConfig } from '../../interfaces/config.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const secret = 'a secret of thirty-two characters or more';

describe('settings', () => {
  it('keep everything in the data folder when no server is named', () => {
    const { eventStore, mongodb, secret: given } = readConfig({});
    assert.deepEqual([eventStore, mongodb, given], [null, null, null]);
  });

  it('take EventStoreDB and MongoDB, either alone or both', () => {
    const log = 'esdb://127.0.0.1:2113?tls=false';
    const models = 'mongodb://127.0.0.1:27017/assay';
    for (const [eventStore, mongodb] of [
      [log, undefined],
      [undefined, models],
      ['esdb+discover://a,b,c', 'mongodb+srv://cluster.example.org/assay'],
    ]) {
      const config = readConfig({
        ASSAY_EVENTSTORE: eventStore,
        ASSAY_MONGODB: mongodb,
        ASSAY_SECRET: secret,
      });
      assert.deepEqual([config.eventStore, config.mongodb], [eventStore ?? null, mongodb ?? null]);
    }
  });

  it('need the secret that all nodes share as soon as a server is named', () => {
    for (const named of [
      { ASSAY_EVENTSTORE: 'esdb://127.0.0.1:2113' },
      { ASSAY_MONGODB: 'mongodb://127.0.0.1' },
    ]) {
      assert.throws(() => readConfig(named), /ASSAY_SECRET: required .* same on every node/);
    }
  });

  it('are refused without the password when a client library cannot read an address', async () => {
    for (const address of [
      { ASSAY_EVENTSTORE: 'esdb://admin:changeit@:not-a-port?tls=maybe' },
      { ASSAY_MONGODB: 'mongodb://admin:changeit@:not-a-port/?w=maybe' },
    ]) {
      const folder = temporaryFolder();
      const config = readConfig({ ...address, ASSAY_SECRET: secret, ASSAY_DATA_DIR: folder.path });
      await assert.rejects(
        () => openCore(config, () => undefined),
        ({ message }: Error) =>
          message.includes(Object.keys(address)[0] ?? '') && !message.includes('changeit'),
      );
      folder.remove();
    }
  });

  it('name the proxies that are trusted and the hosts that may be inside', () => {
    const { trustedProxies, clientMetadataHosts } = readConfig({});
    assert.deepEqual([trustedProxies, clientMetadataHosts], [0, []]);
    const given = { ASSAY_TRUSTED_PROXIES: '2', ASSAY_CLIENT_METADATA_HOSTS: 'a.Test, 127.0.0.1,' };
    const config = readConfig(given);
    assert.deepEqual(config.trustedProxies, 2);
    assert.deepEqual(config.clientMetadataHosts, ['a.test', '127.0.0.1']);
    for (const count of ['-1', '1.5', 'true', '11']) {
      assert.throws(() => readConfig({ ASSAY_TRUSTED_PROXIES: count }), /ASSAY_TRUSTED_PROXIES/);
    }
  });

  it('name whom leaked credentials are reported to, by an address that is one', () => {
    assert.equal(readConfig({}).securityContact, null);
    for (const uri of ['mailto:a@b.example', 'https://b.example/report', 'tel:+1-201-555-0123']) {
      assert.equal(readConfig({ ASSAY_SECURITY_CONTACT: uri }).securityContact, uri);
    }
    for (const uri of [
      'a@b.example',
      'javascript:alert(1)',
      'mailto:a@b.example\r\nExpires: x',
      '',
    ]) {
      assert.throws(() => readConfig({ ASSAY_SECURITY_CONTACT: uri }), /ASSAY_SECURITY_CONTACT/);
    }
  });

  it('are refused with every fault named and no password repeated', () => {
    const faulty = {
      PORT: 'http',
      ASSAY_EVENTSTORE: 'http://admin:changeit@127.0.0.1',
      ASSAY_MONGODB: '127.0.0.1:27017/assay?password=changeit',
      ASSAY_SECRET: secret,
    };
    assert.throws(
      () => readConfig(faulty),
      ({ message }: Error) =>
        /PORT: .*ASSAY_EVENTSTORE: .*esdb:\/\/.*ASSAY_MONGODB: .*mongodb:\/\//.test(message) &&
        !message.includes('changeit'),
    );
  });
});
