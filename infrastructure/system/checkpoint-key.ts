import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { join } from 'node:path';
import type { CheckpointKey, SignatureCheck } from '../../application/ports/checkpoint-key.ts';
import { fileMadeOnce, wordsOfFile } from './file-made-once.ts';

export interface CheckpointKeyOptions {
  readonly folder: string;
  /** A private key as PEM (`\n` may be written for line ends), or the path of a file that holds one. */
  readonly given: string | null;
}

/**
 * The key that signs checkpoints: `given`, or else the file `checkpoint-key.pem` in the data folder, which
 * the first use makes, readable by its owner alone.
 * @throws Error when what is there is no Ed25519 private key.
 */
export function checkpointKey(options: CheckpointKeyOptions): CheckpointKey {
  let key: KeyObject | undefined;
  const open = (): KeyObject => {
    key ??= openKey(options) ?? makeKey(options.folder);
    return key;
  };
  return {
    publicKey: () => publicPem(open()),
    sign: (text) => sign(null, Buffer.from(text), open()).toString('base64'),
  };
}

/** The public half of the key that is there; undefined when none has been made yet. */
export function knownCheckpointKey(options: CheckpointKeyOptions): string | undefined {
  const key = openKey(options);
  return key === undefined ? undefined : publicPem(key);
}

export const ed25519Signatures: SignatureCheck = {
  isSignedBy({ publicKey, text, signature }) {
    const bytes = Buffer.from(signature, 'base64');
    return verify(null, Buffer.from(text), publicKeyOf(publicKey), bytes);
  },
  isSameKey([one, other]) {
    try {
      return publicPem(publicKeyOf(one)) === publicPem(publicKeyOf(other));
    } catch {
      return false;
    }
  },
};

/** @throws Error when the text is no Ed25519 public key; a private key is refused, not reduced to its public half. */
export function publicKeyOf(pem: string): KeyObject {
  if (/PRIVATE KEY/.test(pem)) throw new Error('expected a public key, found a private one');
  try {
    return ofKind(createPublicKey(pem));
  } catch (cause) {
    throw new Error('expected an Ed25519 public key as PEM', { cause });
  }
}

function openKey({ folder, given }: CheckpointKeyOptions): KeyObject | undefined {
  if (given === null) return readKey(keyPath(folder));
  if (given.includes('-----BEGIN')) {
    return privateKeyOf(given.replaceAll('\\n', '\n'), 'ASSAY_CHECKPOINT_KEY');
  }
  const found = readKey(given);
  if (found === undefined) throw new Error('ASSAY_CHECKPOINT_KEY names a file that is not there');
  return found;
}

function readKey(path: string): KeyObject | undefined {
  const pem = wordsOfFile(path);
  return pem === undefined ? undefined : privateKeyOf(pem, path);
}

function privateKeyOf(pem: string, where: string): KeyObject {
  try {
    return ofKind(createPrivateKey(pem));
  } catch {
    // The cause stays out: it may quote what it read, and that is a secret.
    throw new Error(`${where} must hold an Ed25519 private key as PEM`);
  }
}

function ofKind(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`found ${key.asymmetricKeyType}`);
  return key;
}

function publicPem(key: KeyObject): string {
  const half = key.type === 'private' ? createPublicKey(key) : key;
  return half.export({ type: 'spki', format: 'pem' }).toString();
}

function keyPath(folder: string): string {
  return join(folder, 'checkpoint-key.pem');
}

function makeKey(folder: string): KeyObject {
  const path = keyPath(folder);
  const { privateKey } = generateKeyPairSync('ed25519');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return privateKeyOf(fileMadeOnce(path, pem), path);
}
