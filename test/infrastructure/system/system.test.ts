import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountId, eventId } from '../../../domain/shared/ids.ts';
import { nodeHasher } from '../../../infrastructure/system/node-hasher.ts';
import { randomIds } from '../../../infrastructure/system/random-ids.ts';
import { randomSecrets } from '../../../infrastructure/system/random-secrets.ts';
import { serverSecret } from '../../../infrastructure/system/server-secret.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('hasher', () => {
  const hasher = nodeHasher(new Uint8Array(32).fill(1));

  it('computes SHA-256 of UTF-8, from text and from bytes', () => {
    // FIPS 180-2, appendix B.1.
    const abc = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    assert.equal(hasher.sha256('abc'), abc);
    assert.equal(hasher.sha256(Buffer.from('abc')), abc);
  });

  it('keeps keyed hashes of different purposes and secrets apart', () => {
    const hash = hasher.keyedHash('email', 'a@example.org');
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.equal(hasher.keyedHash('email', 'a@example.org'), hash);
    assert.notEqual(hasher.keyedHash('emaila', '@example.org'), hash);
    assert.notEqual(hasher.keyedHash('code', 'a@example.org'), hash);
    const other = nodeHasher(new Uint8Array(32).fill(2));
    assert.notEqual(other.keyedHash('email', 'a@example.org'), hash);
  });

  it('names the same thing by the same UUID, for good', () => {
    // Stored event ids rest on this value: it must never change.
    assert.equal(
      hasher.uuidV5('account|check'),
      nodeHasher(new Uint8Array(1)).uuidV5('account|check'),
    );
    const id = hasher.uuidV5('account|check');
    assert.equal(eventId(id), id);
    assert.match(id, /^.{14}5.{4}[89ab]/);
    assert.equal(id, '698d3985-96cb-5454-a1b7-2c3450e3d872');
    assert.notEqual(hasher.uuidV5('account|other'), id);
  });
});

describe('random names and secrets', () => {
  it('are ids the domain accepts, never the same twice', () => {
    const ids = Array.from({ length: 1_000 }, () => randomIds.fresh('acc_'));
    assert.equal(new Set(ids).size, 1_000);
    for (const id of ids) assert.match(accountId(id), /^acc_[0-9a-z]{24}$/);
    assert.equal(eventId(randomIds.uuid()).length, 36);
  });

  it('use every letter equally often', () => {
    const counts = new Map<string, number>();
    for (let round = 0; round < 5_000; round += 1) {
      for (const letter of randomIds.fresh('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    }
    const expected = (5_000 * 24) / 36;
    assert.equal(counts.size, 36);
    // Six standard deviations; bytes taken modulo 36 would be off by ten.
    for (const count of counts.values())
      assert.ok(Math.abs(count - expected) < 6 * Math.sqrt(expected));
  });

  it('hold 256 bits behind their prefix', () => {
    assert.match(randomSecrets.credential('as_live_'), /^as_live_[0-9A-Za-z_-]{43}$/);
    assert.notEqual(randomSecrets.credential(''), randomSecrets.credential(''));
  });
});

describe('server secret', () => {
  it('is made once, readable by its owner alone, and found again', () => {
    const folder = temporaryFolder();
    const data = join(folder.path, 'data');
    const made = serverSecret({ folder: data, given: undefined });
    assert.equal(made.length, 32);
    assert.equal(statSync(join(data, 'secret')).mode & 0o777, 0o600);
    assert.deepEqual(serverSecret({ folder: data, given: undefined }), made);
    assert.deepEqual(readdirSync(data), ['secret']);
    folder.remove();
  });

  it('comes from the setting when there is one, and leaves no file', () => {
    const folder = temporaryFolder();
    const given = 'a'.repeat(32);
    const secret = serverSecret({ folder: folder.path, given });
    assert.equal(secret.length, 32);
    assert.deepEqual(serverSecret({ folder: folder.path, given }), secret);
    assert.notDeepEqual(serverSecret({ folder: folder.path, given: 'b'.repeat(32) }), secret);
    assert.deepEqual(readdirSync(folder.path), []);
    assert.throws(() => serverSecret({ folder: folder.path, given: 'short' }), /32 characters/);
    folder.remove();
  });

  it('is never replaced when its file is damaged', () => {
    const folder = temporaryFolder();
    const path = join(folder.path, 'secret');
    writeFileSync(path, 'not hex');
    assert.throws(() => serverSecret({ folder: folder.path, given: undefined }), /64 hex digits/);
    assert.equal(readFileSync(path, 'utf8'), 'not hex');
    folder.remove();
  });
});
