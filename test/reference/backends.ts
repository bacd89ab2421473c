import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Design, RunningDesign } from '../../src/reference/design.ts';
import { postgresAtomic } from '../../src/reference/postgres/postgres-atomic.ts';
import { availability, designs } from '../../src/reference/registry.ts';

const reports = new Map(
  await Promise.all(designs.map(async (design) => [design.id, await availability(design)] as const)),
);

let kept: Promise<RunningDesign> | null = null;

/** Designs on PostgreSQL share a server while one of them runs: this one keeps it for the whole file. */
async function keepPostgres(): Promise<void> {
  kept ??= postgresAtomic.start({});
  await kept;
}

/** A block of tests for each design; where its backend is missing a skip that says why, and a failure when CI is set. */
export function describeEach(chosen: readonly Design[], tests: (design: Design) => void): void {
  afterAll(async () => {
    const last = await kept;
    kept = null;
    await last?.close();
  });
  for (const design of chosen) {
    const why = reports.get(design.id)?.why ?? null;
    if (why === null) {
      describe(design.id, () => {
        if (design.server === postgresAtomic.server) beforeAll(keepPostgres);
        tests(design);
      });
    } else if (process.env.CI) test(design.id, () => Promise.reject(new Error(why)));
    else test.skip(`${design.id}: ${why}`, () => {});
  }
}
