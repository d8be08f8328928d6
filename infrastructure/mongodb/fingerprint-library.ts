import { Binary } from 'mongodb';
import type { FingerprintLibrary } from '../../application/ports/fingerprint-library.ts';
import type { LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import {
  packHashes,
  packPlaces,
  unpackHashes,
  unpackPlaces,
} from '../fingerprints/fingerprint-bytes.ts';
import { rankTexts, type StoredHashes } from '../fingerprints/fingerprint-ranking.ts';
import {
  bytesOf,
  inserted,
  removeAll,
  type StoreCollection,
  storeCollection,
} from './collection.ts';
import type { MongoConnection } from './connection.ts';

/** Texts that are fetched and looked through at one go, so that the event loop is not held up. */
const textsPerPage = 200;

/** A text of an account: keyed hashes, offsets, counts and titles, never words. */
interface TextDocument {
  readonly _id: string;
  readonly account: string;
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly version: number;
  readonly words: number;
  readonly storedAt: number;
  readonly places: Binary;
  readonly hashes: Binary;
}

/**
 * The comparison libraries of all accounts, shared by all nodes: one document a text, its hashes packed.
 * A search reads all hashes of the account, as the embedded library does: a multikey index over single
 * hashes would take some ten times their room and hundreds of index writes for each text stored.
 *
 * @throws StoreUnavailableError, OutcomeUnknownError from its methods
 */
export function mongoFingerprintLibrary(connection: MongoConnection): FingerprintLibrary {
  const texts = storeCollection<TextDocument>(connection, 'library_texts', [
    { key: { account: 1, version: 1 } },
  ]);
  return {
    async store(account, text, storedAt) {
      const { fingerprints, ...rest } = text;
      const { version, words, hashes } = fingerprints;
      const document = {
        _id: `${account}|${text.id}`,
        account,
        ...rest,
        version,
        words,
        storedAt,
        places: new Binary(packPlaces(fingerprints)),
        hashes: new Binary(packHashes(hashes)),
      };
      await texts.write((stored) => inserted(stored.insertOne(document)));
    },
    async candidates(account, { version, hashes }, limit) {
      if (limit < 1 || hashes.length === 0) return [];
      const { ids, shared } = await sharedHashes(texts, { account, version, hashes });
      const none = new Uint32Array();
      const source = {
        all: () => shared,
        of: (number: number) => shared[number]?.hashes ?? none,
      };
      const ranked = rankTexts(hashes, { source, limit }).flatMap((number) => ids[number] ?? []);
      const found = await texts.read((stored) => stored.find({ _id: { $in: ranked } }).toArray());
      const byId = new Map(found.map((document) => [document._id, document]));
      return ranked.flatMap((id) => byId.get(id) ?? []).map(toText);
    },
    forget: (account) => removeAll(texts, { account }),
    close: async () => undefined,
  };
}

/** Of each text of the account only the hashes that the question has as well: the others rank nothing. */
async function sharedHashes(
  texts: StoreCollection<TextDocument>,
  query: { readonly account: string; readonly version: number; readonly hashes: Uint32Array },
): Promise<{ readonly ids: readonly string[]; readonly shared: readonly StoredHashes[] }> {
  const wanted = new Set(query.hashes);
  const ids: string[] = [];
  const shared: StoredHashes[] = [];
  const cursor = await texts.read(async (stored) =>
    stored
      .find({ account: query.account, version: query.version })
      .project<Pick<TextDocument, '_id' | 'hashes'>>({ hashes: 1 })
      .batchSize(textsPerPage),
  );
  try {
    // Each page is one bounded call; the whole may take as long as it takes.
    while (await texts.read(() => cursor.hasNext())) {
      for (const { _id, hashes } of cursor.readBufferedDocuments()) {
        const common = unpackHashes(bytesOf(hashes)).filter((hash) => wanted.has(hash));
        if (common.length === 0) continue;
        shared.push({ number: ids.length, hashes: common });
        ids.push(_id);
      }
    }
  } finally {
    await texts.read(() => cursor.close()).catch(() => undefined);
  }
  return { ids, shared };
}

function toText({ id, title, url, version, words, places, hashes }: TextDocument): LibraryText {
  const unpacked = unpackHashes(bytesOf(hashes));
  const restored = unpackPlaces(bytesOf(places), unpacked.length);
  return { id, title, url, fingerprints: { version, words, hashes: unpacked, ...restored } };
}
