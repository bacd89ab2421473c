/** The table of the counters on D1. */
export const COUNTERS_TABLE = 'CREATE TABLE counters (key TEXT PRIMARY KEY, n INTEGER NOT NULL)';

/** What was counted before: the id of each event, and the number it made. */
export const EVENTS_TABLE =
  'CREATE TABLE events (key TEXT NOT NULL, id TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (key, id))';
