import { z } from 'zod';
import type { Comparison } from './comparison.ts';
import { COMPARISON_SCHEMA } from './schema-names.ts';

const count = z.int().min(0);
const range = z.object({ min: count.nullable(), max: count.nullable() });
const ms = z.number().min(0);
const share = z.number().min(0).max(1);

const notTested = z.object({ tested: z.literal(false), why: z.string() });
const cell = <Found extends z.ZodRawShape>(found: Found) =>
  z.union([notTested, z.object({ ...found, tested: z.literal(true), bound: z.string() })]);

const keptWrites = cell({
  writes: count,
  acknowledged: range,
  rejected: range,
  kept: range,
  rounds: count,
  wrong: count,
  wrongRoundRate: z.object({ low: share, high: share }),
  codes: z.array(z.string()),
  silent: z.boolean(),
});

const answers = z.object({
  burst: keptWrites,
  spaced: keptWrites,
  retry: cell({ counted: z.enum(['once', 'twice', 'some twice', 'lost']), keys: count, applied: count }),
  ownWrite: cell({ seen: z.boolean(), reads: count, missed: count }),
  staleness: cell({
    writes: count,
    missedWrites: count,
    reads: count,
    staleReads: count,
    p50Ms: ms,
    maxMs: ms,
    maxBehind: count,
    everyMs: ms,
  }),
  latency: cell({
    turns: count,
    writes: count,
    p50Ms: ms,
    p99Ms: ms,
    p50AtMostMs: ms.nullable(),
    p99AtMostMs: ms.nullable(),
  }),
  ratio: cell({ ratio: ms, low: ms.nullable(), high: ms.nullable(), turns: count, fastest: z.string() }),
  kill: cell({ kills: count, acknowledged: count, kept: range }),
});

const row = z.object({
  id: z.string(),
  of: z.enum(['design', 'scenario']),
  title: z.string(),
  toRun: z.object({ kind: z.string().nullable(), services: z.array(z.string()), packages: z.array(z.string()) }),
  settleMs: ms.nullable(),
  skipped: z.string().nullable(),
  answers: answers.nullable(),
});

const comparison = z.object({
  $schema: z.string(),
  format: z.literal('counter-probe-comparison'),
  version: z.literal(1),
  tool: z.object({ name: z.literal('counter-probe'), version: z.string(), node: z.string(), platform: z.string() }),
  run: z.object({
    startedAt: z.iso.datetime(),
    durationMs: ms,
    command: z.string(),
    seed: z.number(),
    interrupted: z.boolean(),
  }),
  rows: z.array(row),
});

/** The schema of a comparison as JSON Schema draft-07: unknown keys are allowed. */
export function comparisonJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(comparison, { target: 'draft-7', io: 'input', reused: 'ref' });
  return { $id: COMPARISON_SCHEMA, title: 'counter-probe comparison, version 1', ...schema };
}

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Holds<T extends true> = T;
/** Does not compile when the schema and the type part ways. */
export type InStep = Holds<Same<ReadonlyDeep<z.infer<typeof comparison>>, Comparison>>;
