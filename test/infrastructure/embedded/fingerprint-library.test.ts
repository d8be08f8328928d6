import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountId } from '../../../domain/shared/ids.ts';
import { instant } from '../../../domain/shared/instant.ts';
import { fingerprints } from '../../../domain/text/plagiarism/fingerprints.ts';
import { openFingerprintLibrary } from '../../../infrastructure/embedded/fingerprint-library.ts';
import {
  describeFingerprintLibrary,
  type FingerprintLibraryFixture,
} from '../../contracts/fingerprint-library.contract.ts';
import { dickens } from '../../domain/text/plagiarism/passages-of-prose.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function embedded(): Promise<FingerprintLibraryFixture> {
  const folder = temporaryFolder();
  return {
    open: async () => openFingerprintLibrary({ path: join(folder.path, 'library.db') }),
    remove: async () => folder.remove(),
  };
}

describeFingerprintLibrary('embedded', embedded);

describe('the embedded fingerprint library', () => {
  const account = accountId('acc_ann000000000');
  const key = new Uint8Array(16).fill(9);

  it('writes no word of a text to disk', async () => {
    const folder = temporaryFolder();
    const library = openFingerprintLibrary({ path: join(folder.path, 'library.db') });
    const prints = fingerprints({ text: dickens, key });
    const text = { id: 'a', title: 'A', url: null, fingerprints: prints };
    await library.store(account, text, instant(1));
    const bytes = readdirSync(folder.path).map((file) => readFileSync(join(folder.path, file)));
    for (const word of ['wisdom', 'foolishness', 'incredulity', 'despair']) {
      assert.ok(
        bytes.every((content) => !content.includes(word)),
        word,
      );
    }
    await library.close();
    folder.remove();
  });

  it('stores and searches the longest text, and keeps it small', async () => {
    const folder = temporaryFolder();
    const library = openFingerprintLibrary({ path: join(folder.path, 'library.db') });
    const count = 71_000;
    const numbers = Uint32Array.from({ length: count }, (_, index) => index);
    const prints = {
      version: 1,
      hashes: numbers.map((index) => Math.imul(index + 1, 0x9e3779b1) >>> 0),
      tokens: numbers,
      starts: numbers.map((index) => index * 6),
      ends: numbers.map((index) => index * 6 + 30),
      families: new Uint8Array(count),
      words: count,
    };
    const started = performance.now();
    await library.store(
      account,
      { id: 'long', title: 'L', url: null, fingerprints: prints },
      instant(1),
    );
    const [found] = await library.candidates(account, prints, 5);
    assert.ok(performance.now() - started < 30_000);
    assert.deepEqual(found?.fingerprints, prints);
    await library.close();
    const size = readFileSync(join(folder.path, 'library.db')).length;
    assert.ok(size / count <= 17, `${size / count} bytes a fingerprint`);
    folder.remove();
  });
});
