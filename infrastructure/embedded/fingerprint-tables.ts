import type { Database } from 'better-sqlite3';
import type { LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import {
  packHashes,
  packPlaces,
  unpackHashes,
  unpackPlaces,
} from '../fingerprints/fingerprint-bytes.ts';
import { type HashSource, rankTexts } from '../fingerprints/fingerprint-ranking.ts';
import type { FingerprintRequest } from './fingerprint-request.ts';

type StoreRequest = Extract<FingerprintRequest, { kind: 'store' }>;
type CandidatesRequest = Extract<FingerprintRequest, { kind: 'candidates' }>;

/** Reads and writes of the library's tables, on the thread that owns the database. */
export interface FingerprintTables {
  /** Within the caller's transaction. */
  store(request: StoreRequest): readonly LibraryText[];
  candidates(request: CandidatesRequest): readonly LibraryText[];
  /** Within the caller's transaction. */
  forget(account: string): readonly LibraryText[];
}

/** See the schema: an account's rows are numbered from here on. */
const textsPerAccount = 2 ** 32;

interface TextRow {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  readonly version: number;
  readonly words: number;
  readonly places: Uint8Array;
  readonly hashes: Uint8Array;
}

export function fingerprintTables(database: Database): FingerprintTables {
  const accounts = accountNumbers(database);
  const store = textWriter(database);
  const forget = textRemover(database);
  const { source, read } = textReader(database);
  return {
    store(request) {
      store(accounts.make(request.account), request);
      return [];
    },
    candidates({ account, version, hashes, limit }) {
      const number = accounts.find(account);
      if (number === undefined || limit < 1) return [];
      return rankTexts(hashes, { source: source(number, version), limit }).flatMap(read);
    },
    forget(account) {
      const number = accounts.find(account);
      if (number !== undefined) forget(number);
      return [];
    },
  };
}

function accountNumbers(database: Database) {
  const select = database.prepare<[string], { number: number }>(
    'SELECT number FROM accounts WHERE name = ?',
  );
  const insert = database.prepare<[string]>(
    'INSERT INTO accounts (name) VALUES (?) ON CONFLICT DO NOTHING',
  );
  const find = (name: string): number | undefined => select.get(name)?.number;
  const make = (name: string): number => {
    insert.run(name);
    const number = find(name);
    if (number === undefined) throw new Error('an account was not there right after it was made');
    return number;
  };
  return { find, make };
}

function textWriter(database: Database) {
  const known = database.prepare<[number, string], { number: number }>(
    'SELECT number FROM texts WHERE account = ? AND id = ?',
  );
  const last = database.prepare<[number, number], { number: number | null }>(
    'SELECT max(number) AS number FROM texts WHERE number >= ? AND number < ?',
  );
  const insertText = database.prepare(
    `INSERT INTO texts (number, account, id, title, url, version, words, stored_at, places)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertHashes = database.prepare<[number, number, Uint8Array]>(
    'INSERT INTO hashes (number, version, hashes) VALUES (?, ?, ?)',
  );
  return (account: number, { text, storedAt }: StoreRequest): void => {
    if (known.get(account, text.id) !== undefined) return;
    const first = account * textsPerAccount;
    const number = (last.get(first, first + textsPerAccount)?.number ?? first - 1) + 1;
    const { id, title, url, fingerprints } = text;
    const { version, words } = fingerprints;
    const places = packPlaces(fingerprints);
    insertText.run(number, account, id, title, url, version, words, storedAt, places);
    insertHashes.run(number, version, packHashes(fingerprints.hashes));
  };
}

/** The account keeps its number, so that its rows stay apart from those of accounts to come. */
function textRemover(database: Database): (account: number) => void {
  const hashes = database.prepare<[number, number]>(
    'DELETE FROM hashes WHERE number >= ? AND number < ?',
  );
  const texts = database.prepare<[number, number]>(
    'DELETE FROM texts WHERE number >= ? AND number < ?',
  );
  return (account) => {
    const first = account * textsPerAccount;
    hashes.run(first, first + textsPerAccount);
    texts.run(first, first + textsPerAccount);
  };
}

function textReader(database: Database) {
  const scan = database.prepare<[number, number, number], [number, Uint8Array]>(
    'SELECT number, hashes FROM hashes WHERE number >= ? AND number < ? AND version = ?',
  );
  scan.raw();
  const one = database.prepare<[number], { hashes: Uint8Array }>(
    'SELECT hashes FROM hashes WHERE number = ?',
  );
  const whole = database.prepare<[number], TextRow>(
    `SELECT id, title, url, texts.version, words, places, hashes
     FROM texts JOIN hashes USING (number) WHERE number = ?`,
  );
  const source = (account: number, version: number): HashSource => ({
    *all() {
      const first = account * textsPerAccount;
      for (const [number, hashes] of scan.iterate(first, first + textsPerAccount, version)) {
        yield { number, hashes: unpackHashes(hashes) };
      }
    },
    of: (number) => unpackHashes(one.get(number)?.hashes ?? new Uint8Array()),
  });
  const read = (number: number): LibraryText[] => {
    const row = whole.get(number);
    return row === undefined ? [] : [toText(row)];
  };
  return { source, read };
}

function toText({ id, title, url, version, words, places, hashes }: TextRow): LibraryText {
  const unpacked = unpackHashes(hashes);
  return {
    id,
    title,
    url,
    fingerprints: { version, words, hashes: unpacked, ...unpackPlaces(places, unpacked.length) },
  };
}
