import { afterAll } from 'vitest';
import { takeClaims } from './claimed.ts';

/**
 * A setup file, for it is run for each file of tests: a module that the files of one worker share is run for the first of
 * them alone, and with it what it does after all.
 */
afterAll(async () => {
  const claims = takeClaims();
  if (claims.length === 0) return;
  // Most files claim nothing, and need not load what proves.
  const { expectAllProven } = await import('./proven.ts');
  await expectAllProven(claims);
});
