import assert from 'node:assert/strict';
import type { FingerprintLibrary } from '../../application/ports/fingerprint-library.ts';
import { accountId } from '../../domain/shared/ids.ts';
import { instant } from '../../domain/shared/instant.ts';
import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import { fingerprints } from '../../domain/text/plagiarism/fingerprints.ts';
import { austen, dickens, lincoln, ownWords } from '../domain/text/plagiarism/passages-of-prose.ts';

/** A library that several adapters can be opened on, as several processes do. */
export interface FingerprintLibraryFixture {
  open(): Promise<FingerprintLibrary>;
  remove(): Promise<void>;
}

const ann = accountId('acc_ann000000000');
const bob = accountId('acc_bob000000000');
const key = Uint8Array.from({ length: 32 }, (_, index) => index * 5);
const noon = instant(Date.UTC(2026, 0, 1, 12));

const printsOf = (text: string): Fingerprints => fingerprints({ text, key });
const stored = (id: string, text: string): LibraryText => ({
  id,
  title: `Über „${id}“`,
  url: null,
  fingerprints: printsOf(text),
});
const ids = (found: readonly LibraryText[]): string[] => found.map((text) => text.id);

export function describeFingerprintLibrary(
  name: string,
  make: () => Promise<FingerprintLibraryFixture>,
): void {
  describe(`fingerprint library: ${name}`, () => {
    let fixture: FingerprintLibraryFixture;
    let library: FingerprintLibrary;
    let other: FingerprintLibrary;

    beforeEach(async () => {
      fixture = await make();
      library = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await library.close();
      await other.close();
      await fixture.remove();
    });

    it('finds nothing in an empty library', async () => {
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), []);
    });

    it('gives back exactly what was stored', async () => {
      const text = { ...stored('two-cities', dickens), url: 'https://example.org/a?b=c' };
      await library.store(ann, text, noon);
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), [text]);
    });

    it('finds a text by a sentence of it', async () => {
      await library.store(ann, stored('a', `${austen} ${lincoln} ${dickens}`), noon);
      await library.store(ann, stored('b', ownWords), noon);
      const sentence = lincoln.slice(0, lincoln.indexOf('.') + 1);
      assert.deepEqual(ids(await library.candidates(ann, printsOf(sentence), 10)), ['a']);
    });

    it('never shows one account the texts of another', async () => {
      await library.store(ann, stored('a', dickens), noon);
      await library.store(bob, stored('b', dickens), noon);
      assert.deepEqual(ids(await library.candidates(ann, printsOf(dickens), 10)), ['a']);
      assert.deepEqual(ids(await library.candidates(bob, printsOf(dickens), 10)), ['b']);
    });

    it('changes nothing when the same id is stored again', async () => {
      await library.store(ann, stored('a', dickens), noon);
      await library.store(ann, stored('a', austen), noon);
      assert.deepEqual(ids(await library.candidates(ann, printsOf(dickens), 10)), ['a']);
      assert.deepEqual(await library.candidates(ann, printsOf(austen), 10), []);
    });

    it('puts the text that shares most first and keeps to the limit', async () => {
      await library.store(ann, stored('part', `${ownWords} ${lincoln.slice(0, 150)}`), noon);
      await library.store(ann, stored('whole', `${lincoln} ${austen}`), noon);
      assert.deepEqual(ids(await library.candidates(ann, printsOf(lincoln), 10)), [
        'whole',
        'part',
      ]);
      assert.deepEqual(ids(await library.candidates(ann, printsOf(lincoln), 1)), ['whole']);
      assert.deepEqual(await library.candidates(ann, printsOf(lincoln), 0), []);
    });

    it('prefers a rare sentence to a phrase that stands in every text', async () => {
      const boilerplate =
        'This leaflet is provided without any warranty of merchantability or fitness.';
      const texts = Array.from({ length: 70 }, (_, index) =>
        stored(`form${index}`, `${boilerplate} Copy number ${index} was printed yesterday.`),
      );
      await Promise.all(texts.map((text) => library.store(ann, text, noon)));
      await library.store(ann, stored('rare', `${austen} ${ownWords}`), noon);
      const found = await library.candidates(ann, printsOf(`${boilerplate} ${austen}`), 5);
      assert.equal(ids(found)[0], 'rare');
    });

    it('finds a text that was stored under a hundred ids', async () => {
      const copies = Array.from({ length: 100 }, (_, index) => stored(`copy${index}`, dickens));
      await Promise.all(copies.map((text) => library.store(ann, text, noon)));
      assert.equal((await library.candidates(ann, printsOf(dickens), 30)).length, 30);
    });

    it('passes over texts of another fingerprint version', async () => {
      const text = stored('old', dickens);
      const old = { ...text, fingerprints: { ...text.fingerprints, version: 0 } };
      await library.store(ann, old, noon);
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), []);
    });

    it('takes texts and questions without fingerprints', async () => {
      await library.store(ann, stored('empty', ''), noon);
      assert.deepEqual(await library.candidates(ann, printsOf(''), 10), []);
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), []);
    });

    it('shows what one process stored to the next', async () => {
      await library.store(ann, stored('a', dickens), noon);
      assert.deepEqual(ids(await other.candidates(ann, printsOf(dickens), 10)), ['a']);
    });

    it('keeps every text that two processes store at once', async () => {
      const texts = Array.from({ length: 40 }, (_, index) =>
        stored(`t${index}`, `${lincoln} Number ${index}.`),
      );
      await Promise.all(
        texts.map((text, index) => (index % 2 ? library : other).store(ann, text, noon)),
      );
      const found = await library.candidates(ann, printsOf(lincoln), 100);
      assert.deepEqual(ids(found).sort(), texts.map((text) => text.id).sort());
    });

    it('forgets the texts of one account, and stores new ones for it', async () => {
      await library.store(ann, stored('a', dickens), noon);
      await library.store(ann, stored('a2', lincoln), noon);
      await library.store(bob, stored('b', dickens), noon);
      await other.forget(ann);
      await other.forget(ann);
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), []);
      assert.deepEqual(await library.candidates(ann, printsOf(lincoln), 10), []);
      assert.deepEqual(ids(await library.candidates(bob, printsOf(dickens), 10)), ['b']);
      await library.store(ann, stored('a', austen), noon);
      assert.deepEqual(ids(await other.candidates(ann, printsOf(austen), 10)), ['a']);
    });

    it('forgets the texts of an account that has none', async () => {
      await library.forget(ann);
      assert.deepEqual(await library.candidates(ann, printsOf(dickens), 10), []);
    });

    it('keeps texts when it is closed and opened again', async () => {
      await library.store(ann, stored('a', dickens), noon);
      await library.close();
      library = await fixture.open();
      assert.deepEqual(ids(await library.candidates(ann, printsOf(dickens), 10)), ['a']);
    });
  });
}
