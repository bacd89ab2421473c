import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

/** What asks no server and starts no command: these share a worker, and what it has loaded, for loading took most of their time. */
const ROOMS = ['check', 'compare', 'history', 'plan', 'report', 'scenario', 'verdict', 'verify'];
const PURE = ROOMS.map((room) => `test/${room}/**/*.test.ts`);
const ALL = ['test/**/*.test.ts'];

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // Wide: nothing is said of how long anything takes on a machine that has other work to do.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/seed.ts', 'test/support/prove-claims.ts'],
    reporters: ['default'],
    projects: [
      // Most of the time these wait for servers, so they may be far more than there are cores.
      {
        extends: true,
        test: { name: 'driven', include: ALL, exclude: PURE, maxWorkers: 6, sequence: { groupOrder: 0 } },
      },
      // These only reckon. Beside those that have times in them they would take the processor from servers.
      {
        extends: true,
        test: { name: 'judged', include: PURE, isolate: false, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
