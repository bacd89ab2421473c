import { isBuiltin } from 'node:module';
import { afterAll, beforeAll, describe, test } from 'vitest';
import type { Design, RunningDesign } from '../../src/reference/design.ts';
import { postgresAtomic } from '../../src/reference/postgres/postgres-atomic.ts';
import { availability, designs } from '../../src/reference/registry.ts';
import { sqliteImmediate } from '../../src/reference/sqlite/sqlite-immediate.ts';

const reports = new Map(
  await Promise.all(designs.map(async (design) => [design.id, await availability(design)] as const)),
);

/** SQLite came into Node with 22.13: where Node is older and brings none, that is no fault of the machine. */
export const isOfNewerNode = ({ server }: Design): boolean =>
  server === sqliteImmediate.server && !isBuiltin('node:sqlite');

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
    } else if (process.env.CI && !isOfNewerNode(design)) test(design.id, () => Promise.reject(new Error(why)));
    else test.skip(`${design.id}: ${why}`, () => {});
  }
}
