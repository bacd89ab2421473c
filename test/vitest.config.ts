import { defineConfig } from 'vitest/config';
import { LongestFirst } from './longest-first.ts';

/** What opens no socket and starts no process: these share a worker, and what it has loaded, for loading took most of their time. */
const PURE = ['check', 'history', 'plan', 'scenario', 'verdict', 'verify'].map((room) => `test/${room}/**/*.test.ts`);
const ALL = ['test/**/*.test.ts'];

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    // Wide: nothing is said of how long anything takes on a machine that has other work to do.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Most of the time they wait for servers, so it may be more than there are cores.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    setupFiles: ['test/support/seed.ts', 'test/support/prove-claims.ts'],
    reporters: ['default'],
    projects: [
      { extends: true, test: { name: 'driven', include: ALL, exclude: PURE } },
      { extends: true, test: { name: 'judged', include: PURE, isolate: false } },
    ],
  },
});
