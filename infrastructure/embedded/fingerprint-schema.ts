/**
 * `number` holds the account in its upper and a running count in its lower 32 bits, so that the rows of an
 * account lie next to each other on disk and one scan reads them in order. The hashes of a text stand
 * apart from the rest, because every search reads all of an account's hashes and nothing else. There is
 * no index over hashes: it would take some four times their room, and a scan of ten thousand texts of
 * 500 words is a matter of 0.1 s. Far beyond that, a store with an index belongs behind the port.
 */
export const fingerprintSchema = `
  CREATE TABLE IF NOT EXISTS accounts (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS texts (
    number INTEGER PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES accounts (number),
    id TEXT NOT NULL,
    title TEXT NOT NULL,
    url TEXT,
    version INTEGER NOT NULL,
    words INTEGER NOT NULL,
    stored_at INTEGER NOT NULL,
    places BLOB NOT NULL,
    UNIQUE (account, id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS hashes (
    number INTEGER PRIMARY KEY REFERENCES texts (number),
    version INTEGER NOT NULL,
    hashes BLOB NOT NULL
  ) STRICT;
`;
