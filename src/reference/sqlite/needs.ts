import { createRequire, isBuiltin } from 'node:module';
import type { OwnServer } from '../design.ts';

const PACKAGE = 'better-sqlite3@12.11.1';

/** SQLite comes with Node from 22.13 on, and before that by a package. */
export const SQLITE: OwnServer = {
  givenBy: null,
  missing() {
    if (isBuiltin('node:sqlite')) return null;
    try {
      createRequire(import.meta.url).resolve('better-sqlite3');
      return null;
    } catch {
      return `needs SQLite: Node 22.13 or newer, or npm install --save-dev ${PACKAGE}`;
    }
  },
};
