import { z } from 'zod';
import { operationSchema } from '../history/schema/operation.ts';
import { CODES, type FindingCode } from './codes.ts';
import type { Report } from './report.ts';
import { REPORT_SCHEMA } from './schema-names.ts';

const verdict = z.enum(['pass', 'fail', 'inconclusive']);
const count = z.int().min(0);
const range = z.object({ min: count.nullable(), max: count.nullable() });
const decimal = z.string();
const ms = z.number().min(0);
const share = z.number().min(0).max(1);
const code = z.enum(Object.keys(CODES) as [FindingCode, ...FindingCode[]]);

const writes = z.object({ sent: count, acknowledged: count, rejected: count, unknown: count, notSent: count });

const finding = z.object({
  code,
  title: z.string(),
  message: z.string(),
  round: z.int().nullable(),
  phase: z.string().nullable(),
  count: range,
  silent: z.boolean(),
  witness: z.array(operationSchema),
  argument: z.string(),
  location: z.string().nullable(),
  baselined: z.boolean(),
});

const phase = z.object({
  round: z.int(),
  index: count,
  kind: z.string(),
  name: z.string(),
  before: decimal.nullable(),
  after: decimal.nullable(),
  expected: z.object({ min: decimal.nullable(), max: decimal.nullable() }),
  observed: decimal.nullable(),
  lost: range,
  duplicated: range,
  writes,
  intents: count.exactOptional(),
  abandoned: count.exactOptional(),
  statusCodes: z.record(z.string(), count),
  overlap: z.object({
    maxInFlight: count,
    allInFlightMs: ms,
    releaseSpreadMs: ms.nullable(),
    detectableWindowMs: ms.nullable(),
  }),
  latencyMs: z.object({ min: ms, p50: ms, p95: ms, p99: ms, max: ms }).nullable(),
  settledAfterMs: ms.nullable(),
  operations: z.array(operationSchema).exactOptional(),
  omitted: count.exactOptional(),
});

const answer = z.object({
  of: z.enum(['write', 'read']),
  status: z.int().nullable(),
  counts: z.enum(['acknowledged', 'rejected', 'unknown', 'notSent']).nullable(),
  times: count,
  reason: z.string().nullable(),
  excerpt: z.string().nullable(),
});

const scenario = z.object({
  id: z.string(),
  name: z.string(),
  file: z.string().nullable(),
  verdict,
  object: z.string(),
  target: z.object({ url: z.string(), design: z.string().nullable() }),
  limit: z.object({ count: decimal, per: z.string().nullable() }).exactOptional(),
  require: z.string(),
  rounds: z.object({ planned: count, run: count, wrong: count }),
  confidence: z.object({
    level: share,
    wrongRoundRate: z.object({ low: share, high: share }),
    statement: z.string(),
    roundsToSee: z.object({ rate: share, rounds: count }).exactOptional(),
    detectableWindowMs: ms.nullable().exactOptional(),
  }),
  phases: z.array(phase),
  staleness: z.object({
    reads: count,
    staleReads: count.nullable(),
    maxBehind: count.nullable(),
    deltaMs: ms.nullable(),
    quantiles: z.array(z.object({ share, deltaMs: ms.nullable(), behind: count.nullable() })).exactOptional(),
  }),
  consistency: z.object({ required: z.string(), satisfied: z.array(z.string()) }),
  answers: z.array(answer).exactOptional(),
  notes: z.array(z.object({ code: z.string(), message: z.string() })),
  findings: z.array(finding),
  assumptions: z.array(z.string()),
  history: z.string().nullable(),
  replay: z.array(z.string()),
});

const report = z.object({
  $schema: z.string(),
  schemaVersion: z.literal(1),
  tool: z.object({ name: z.literal('counter-probe'), version: z.string(), node: z.string(), platform: z.string() }),
  run: z.object({
    id: z.string(),
    startedAt: z.iso.datetime(),
    durationMs: ms,
    command: z.string(),
    seed: z.number(),
    labels: z.record(z.string(), z.string()),
  }),
  summary: z.object({
    verdict,
    exitCode: count,
    scenarios: z.object({ total: count, pass: count, fail: count, inconclusive: count }),
    findings: z.object({ total: count, new: count, baselined: count }),
    writes,
    lost: range,
    duplicated: range,
    silent: z.boolean(),
  }),
  scenarios: z.array(scenario),
});

/** Reads a saved report: strict about types, unknown keys left out. */
export const reportSchema: z.ZodType<Report> = report;

/** The schema of a report as JSON Schema draft-07: unknown keys are allowed, and codes that were added later too. */
export function reportJsonSchema(): Readonly<Record<string, unknown>> {
  const schema = z.toJSONSchema(report, {
    target: 'draft-7',
    io: 'input',
    reused: 'ref',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema !== code) return;
      delete jsonSchema.enum;
      jsonSchema.pattern = '^CP\\d{3}$';
    },
  });
  return { $id: REPORT_SCHEMA, title: 'counter-probe report, version 1', ...schema };
}

type ReadonlyDeep<T> = T extends object ? { readonly [K in keyof T]: ReadonlyDeep<T[K]> } : T;
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Holds<T extends true> = T;
/** Does not compile when the schema and the type part ways. */
export type InStep = Holds<Same<ReadonlyDeep<z.infer<typeof report>>, Report>>;
