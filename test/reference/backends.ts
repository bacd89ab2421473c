import { describe, test } from 'vitest';
import type { Design } from '../../src/reference/design.ts';
import { availability, designs } from '../../src/reference/registry.ts';

const reports = new Map(
  await Promise.all(designs.map(async (design) => [design.id, await availability(design)] as const)),
);

/** A block of tests for each design; where its backend is missing a skip that says why, and a failure when CI is set. */
export function describeEach(chosen: readonly Design[], tests: (design: Design) => void): void {
  for (const design of chosen) {
    const why = reports.get(design.id)?.why ?? null;
    if (why === null) describe(design.id, () => tests(design));
    else if (process.env.CI) test(design.id, () => Promise.reject(new Error(why)));
    else test.skip(`${design.id}: ${why}`, () => {});
  }
}
