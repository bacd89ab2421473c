/** The table of the counters on D1. */
export const COUNTERS_TABLE = 'CREATE TABLE counters (key TEXT PRIMARY KEY, n INTEGER NOT NULL)';
