import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkpointKey,
  ed25519Signatures,
  knownCheckpointKey,
} from '../../../infrastructure/system/checkpoint-key.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const text = 'what is signed';

describe('the key of checkpoints', () => {
  let folder: ReturnType<typeof temporaryFolder>;

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const inFolder = () => ({ folder: folder.path, given: null });

  it('is made by its first use, for its owner alone, and found again', () => {
    assert.equal(knownCheckpointKey(inFolder()), undefined);
    assert.deepEqual(readdirSync(folder.path), []);
    const made = checkpointKey(inFolder()).publicKey();
    assert.deepEqual(readdirSync(folder.path), ['checkpoint-key.pem']);
    assert.equal(statSync(join(folder.path, 'checkpoint-key.pem')).mode & 0o777, 0o600);
    assert.equal(checkpointKey(inFolder()).publicKey(), made);
    assert.equal(knownCheckpointKey(inFolder()), made);
    assert.doesNotMatch(made, /PRIVATE/);
  });

  it('signs what only its public half accepts, and no other text', () => {
    const key = checkpointKey(inFolder());
    const signature = key.sign(text);
    const signed = { publicKey: key.publicKey(), text, signature };
    const other = generateKeyPairSync('ed25519').publicKey;
    const stranger = other.export({ type: 'spki', format: 'pem' }).toString();
    const { isSignedBy, isSameKey } = ed25519Signatures;
    assert.equal(isSignedBy(signed), true);
    assert.equal(isSignedBy({ ...signed, text: `${text} ` }), false);
    assert.equal(isSignedBy({ ...signed, publicKey: stranger }), false);
    for (const broken of ['', 'x', signature.slice(4), `A${signature.slice(1)}`]) {
      assert.equal(isSignedBy({ ...signed, signature: broken }), signature === broken);
    }
    assert.equal(isSameKey([signed.publicKey, signed.publicKey.replaceAll('\n', '\r\n')]), true);
    assert.equal(isSameKey([signed.publicKey, stranger]), false);
    assert.equal(isSameKey([signed.publicKey, 'no key']), false);
  });

  it('may be given as PEM, on one line too, or as the path of a file', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const path = join(folder.path, 'elsewhere.pem');
    writeFileSync(path, pem);
    const keys = [pem, pem.replaceAll('\n', '\\n'), path].map((given) =>
      checkpointKey({ folder: folder.path, given }).publicKey(),
    );
    assert.equal(new Set(keys).size, 1);
    assert.deepEqual(readdirSync(folder.path), ['elsewhere.pem']);
  });

  it('refuses what is no Ed25519 key, without repeating it', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const path = join(folder.path, 'checkpoint-key.pem');
    writeFileSync(path, 'nothing of the kind');
    for (const options of [inFolder(), { folder: folder.path, given: pem }]) {
      assert.throws(() => checkpointKey(options).sign(text), /must hold an Ed25519 private key/);
    }
    const missing = { folder: folder.path, given: '/nowhere/key.pem' };
    assert.throws(() => checkpointKey(missing).publicKey(), /not there/);
    assert.equal(readFileSync(path, 'utf8'), 'nothing of the kind');
  });

  it('is not believed where a private key stands for the public one', () => {
    const key = checkpointKey(inFolder());
    const signed = { text, signature: key.sign(text) };
    const publicKey = readFileSync(join(folder.path, 'checkpoint-key.pem'), 'utf8');
    assert.throws(() => ed25519Signatures.isSignedBy({ ...signed, publicKey }), /private/);
    assert.equal(ed25519Signatures.isSameKey([publicKey, key.publicKey()]), false);
  });
});
