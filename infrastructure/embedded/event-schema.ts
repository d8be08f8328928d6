/**
 * One row an event. Streams are numbers inside the index on stream and revision, which keeps it
 * small; an event's id takes its 16 bytes and has no index (see `stream-heads`). Writers take turns, so
 * positions have no gaps that fill up later.
 */
export const eventSchema = `
  CREATE TABLE IF NOT EXISTS streams (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY,
    stream INTEGER NOT NULL REFERENCES streams (number),
    revision INTEGER NOT NULL,
    id BLOB NOT NULL CHECK (length(id) = 16),
    type TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    metadata TEXT NOT NULL,
    UNIQUE (stream, revision)
  ) STRICT;
`;
