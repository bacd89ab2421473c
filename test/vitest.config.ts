import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Most of the time they wait for servers, so it may be more than there are cores.
    maxWorkers: 4,
    reporters: ['default'],
  },
});
