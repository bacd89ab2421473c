import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/deep/**/*.deep.ts'],
    testTimeout: 3_600_000,
    reporters: ['verbose'],
  },
});
