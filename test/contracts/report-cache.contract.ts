import assert from 'node:assert/strict';
import type { CachedPart, ReportCache } from '../../application/ports/report-cache.ts';
import { checkId } from '../../domain/shared/ids.ts';
import { addMs, instant } from '../../domain/shared/instant.ts';

export interface ReportCacheFixture {
  open(): Promise<ReportCache>;
  remove(): Promise<void>;
}

const storedAt = instant(1_700_000_000_000);
const dayMs = 24 * 60 * 60 * 1000;

export function describeReportCache(name: string, make: () => Promise<ReportCacheFixture>): void {
  describe(`report cache: ${name}`, () => {
    let fixture: ReportCacheFixture;
    let cache: ReportCache;
    let other: ReportCache;

    beforeEach(async () => {
      fixture = await make();
      cache = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await cache.close();
      await other.close();
      await fixture.remove();
    });

    it('gives back a part as it was put, to everybody', async () => {
      const stored = part({ json: '{"text":"Grüße \u0000 \\ud800 😀"}' });
      await cache.put('key-1', stored);
      assert.deepEqual(await cache.get('key-1', storedAt), stored);
      assert.deepEqual(await other.get('key-1', storedAt), stored);
    });

    it('knows nothing of another key', async () => {
      await cache.put('key-1', part());
      assert.equal(await cache.get('key-2', storedAt), undefined);
    });

    it('serves a part until 24 hours are over, and not a millisecond longer', async () => {
      await cache.put('key-1', part());
      assert.notEqual(await cache.get('key-1', addMs(storedAt, dayMs - 1)), undefined);
      assert.equal(await cache.get('key-1', addMs(storedAt, dayMs)), undefined);
    });

    it('sees at once what another process has put in place of a part', async () => {
      await cache.put('key-1', part());
      await cache.get('key-1', storedAt);
      const newer = part({ checkId: checkId('chk_000000002'), json: '{"n":2}', words: 3 });
      await other.put('key-1', newer);
      assert.deepEqual(await cache.get('key-1', storedAt), newer);
    });

    it('sweeps what has expired and nothing else', async () => {
      const many = Array.from({ length: 450 }, (_, number) => `old-${number}`);
      await Promise.all(many.map((key) => cache.put(key, part())));
      await cache.put('young', part({ storedAt: addMs(storedAt, 1) }));
      await cache.sweep(addMs(storedAt, dayMs));
      // Asked as of then, an expired part would still be served: only the sweep can have removed it.
      assert.equal(await cache.get('old-0', storedAt), undefined);
      assert.equal(await other.get('old-449', storedAt), undefined);
      assert.notEqual(await cache.get('young', storedAt), undefined);
    });

    it('keeps large parts', async () => {
      const large = part({ json: JSON.stringify({ text: 'ä'.repeat(3_000_000) }) });
      await cache.put('key-1', large);
      assert.deepEqual(await other.get('key-1', storedAt), large);
      assert.deepEqual(await other.get('key-1', storedAt), large);
    });
  });
}

function part(changes: Partial<CachedPart> = {}): CachedPart {
  return { checkId: checkId('chk_000000001'), storedAt, words: 12, json: '{"n":1}', ...changes };
}
