import type { AccountId } from '../../domain/shared/ids.ts';
import type { LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import type { FingerprintLibrary } from '../ports/fingerprint-library.ts';
import type { IdempotencyStore } from '../ports/idempotency-store.ts';
import { AccountErasedError } from '../ports/personal-data.ts';
import type { ReportCache } from '../ports/report-cache.ts';
import type { TextSealer } from '../ports/text-sealer.ts';

/** The stores that keep texts of accounts, or words made of them. */
export interface TextStores {
  readonly reportCache: ReportCache;
  readonly idempotency: IdempotencyStore;
  readonly library: FingerprintLibrary;
}

/**
 * The same stores for one account, with every text in them sealed under the account's key. The one place
 * where this happens, above all adapters: what they write to disk can be read only as long as the account
 * has not been erased.
 */
export function sealedStores(
  stores: TextStores & { readonly sealer: TextSealer },
  account: AccountId,
): TextStores {
  const sealing = sealingFor(stores.sealer, account);
  return {
    reportCache: sealedReportCache(stores.reportCache, sealing),
    idempotency: sealedIdempotency(stores.idempotency, sealing),
    library: sealedLibrary(stores.library, sealing),
  };
}

/** A sealer for one account. */
interface Sealing {
  seal(place: string, text: string): Promise<string>;
  open(place: string, sealed: string): Promise<string | undefined>;
}

function sealingFor(sealer: TextSealer, account: AccountId): Sealing {
  return {
    seal: (place, text) => sealer.seal(account, { place, text }),
    open: (place, sealed) => sealer.open(account, { place, sealed }),
  };
}

function sealedReportCache(cache: ReportCache, sealing: Sealing): ReportCache {
  const place = (key: string): string => `part|${key}`;
  return {
    sweep: (now) => cache.sweep(now),
    close: () => cache.close(),
    async get(key, now) {
      const part = await cache.get(key, now);
      if (part === undefined) return undefined;
      const json = await sealing.open(place(key), part.json);
      return json === undefined ? undefined : { ...part, json };
    },
    async put(key, part) {
      try {
        await cache.put(key, { ...part, json: await sealing.seal(place(key), part.json) });
      } catch (error) {
        // Erased while its last check ran: the caller gets the report, nobody keeps it.
        if (!(error instanceof AccountErasedError)) throw error;
      }
    },
  };
}

/** The status and the headers of a response are figures; its body is the report. */
function sealedIdempotency(store: IdempotencyStore, sealing: Sealing): IdempotencyStore {
  const place = (key: string): string => `response|${key}`;
  return {
    abandon: (key, lease) => store.abandon(key, lease),
    endLease: (key, lease) => store.endLease(key, lease),
    sweep: (now) => store.sweep(now),
    async claim(request) {
      const claim = await store.claim(request);
      if (claim.state !== 'done') return claim;
      const body = await sealing.open(place(request.key), claim.response.body);
      if (body === undefined) throw new Error('a stored response cannot be opened');
      return { ...claim, response: { ...claim.response, body } };
    },
    async complete(key, response) {
      const body = await sealing.seal(place(key), response.body);
      await store.complete(key, { ...response, body });
    },
  };
}

/** A title may be a file's name. Fingerprints are keyed hashes already: they hold no words. */
function sealedLibrary(library: FingerprintLibrary, sealing: Sealing): FingerprintLibrary {
  const place = (id: string): string => `title|${id}`;
  const opened = async (text: LibraryText): Promise<LibraryText> => {
    const title = await sealing.open(place(text.id), text.title);
    const url = text.url === null ? null : await sealing.open(`url|${text.id}`, text.url);
    return { ...text, title: title ?? text.id, url: url ?? null };
  };
  return {
    forget: (account) => library.forget(account),
    close: () => library.close(),
    async store(account, text, storedAt) {
      const title = await sealing.seal(place(text.id), text.title);
      const url = text.url === null ? null : await sealing.seal(`url|${text.id}`, text.url);
      await library.store(account, { ...text, title, url }, storedAt);
    },
    async candidates(account, fingerprints, limit) {
      const found = await library.candidates(account, fingerprints, limit);
      return Promise.all(found.map(opened));
    },
  };
}
