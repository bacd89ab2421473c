import { z } from 'zod';
import { compare, parseDecimal } from './decimal.ts';
import {
  HISTORY_FORMAT,
  HISTORY_VERSION,
  type HistoryHeader,
  type ReleaseMark,
  type SettleMark,
  type SetupMark,
  type StopMark,
} from './history.ts';
import type { Operation } from './operation.ts';

const decimal = z
  .string()
  .refine((text) => parseDecimal(text) !== null, { error: 'must be a decimal number in quotes' });
const step = decimal.refine((text) => parseDecimal(text)?.unscaled !== 0n, { error: 'must not be 0' });
const whole = z.int().min(0);
const ns = whole;
const ms = z.number().min(0);
const round = z.int().min(1);

const phase = z.object({
  index: whole,
  kind: z.enum(['concurrent', 'spaced']),
  name: z.string(),
  count: whole,
  everyMs: ms.nullable(),
});

const expectation = z.object({
  readings: z
    .array(
      z.object({ reading: z.string(), risesBy: z.union([z.literal('acknowledged'), decimal]), perPhase: z.boolean() }),
    )
    .readonly(),
  unique: z.boolean(),
});

/** Line 1. Keys it does not know are left out. */
export const headerSchema = z
  .object({
    format: z.literal(HISTORY_FORMAT),
    version: z.literal(HISTORY_VERSION),
    object: z.literal('counter'),
    initial: decimal.nullable(),
    step,
    limit: decimal.nullable(),
    limitPer: z.string().nullable(),
    clock: z.object({
      unit: z.literal('ns'),
      errorNs: ns,
      originNs: z
        .string()
        .regex(/^-?\d{1,30}$/)
        .exactOptional(),
    }),
    runId: z.string(),
    scenario: z.string(),
    seed: z.number(),
    target: z.string(),
    require: z.literal('eventual'),
    expect: expectation,
    phases: z.array(phase).readonly(),
    rounds: z.int().min(0),
    untilMs: ms.exactOptional(),
    setup: z.boolean(),
    readings: z.array(z.string()).readonly(),
    settleMs: ms,
    minOverlap: z.number().nullable(),
    maxSpreadMs: ms.nullable(),
  })
  .refine(({ phases }) => phases.every(({ index }, i) => index === i), {
    path: ['phases'],
    error: 'must be numbered 0, 1, 2, ... in order',
  });

const COUNTS_OF = { ok: ['acknowledged'], fail: ['rejected', 'notSent'], info: ['unknown'] } as const;

/** A line with an `f`. */
export const operationSchema = z
  .object({
    id: whole,
    process: z.string(),
    session: z.string(),
    f: z.enum(['increment', 'read', 'admit', 'reserve', 'release', 'effect']),
    key: z.string(),
    phase: z.string(),
    phaseIndex: z.int().min(-1),
    round,
    invoke: ns,
    complete: ns.nullable(),
    outcome: z.enum(['ok', 'fail', 'info']),
    counts: z.enum(['acknowledged', 'rejected', 'unknown', 'notSent']).nullable(),
    value: z.string().nullable(),
    status: z.number().nullable(),
    reason: z.string().nullable(),
    excerpt: z.string().nullable(),
    attempt: z.string().nullable(),
    sent: ns.nullable(),
    firstByte: ns.nullable(),
    ended: ns.nullable(),
    reading: z.string().nullable(),
    role: z.enum(['before', 'quiet', 'settle', 'during']).nullable(),
    returned: z.string().nullable(),
    amount: decimal.exactOptional(),
    upTo: decimal.exactOptional(),
    machine: z.string().exactOptional(),
  })
  .refine((op) => (op.complete === null) === (op.outcome === 'info'), {
    path: ['complete'],
    error: 'must be null for the outcome info, and a time for any other',
  })
  .refine((op) => op.complete === null || op.invoke <= op.complete, {
    path: ['complete'],
    error: 'must not be before invoke',
  })
  .refine(countsFit, { path: ['counts'], error: 'must fit the outcome: null for a read, acknowledged for ok, ...' })
  .refine((op) => (op.f === 'read') === (op.reading !== null && op.role !== null), {
    path: ['reading'],
    error: 'must be there, with a role, for a read, and only for a read',
  })
  .refine((op) => op.f !== 'read' || op.outcome !== 'ok' || (op.value !== null && parseDecimal(op.value) !== null), {
    path: ['value'],
    error: 'must be a decimal number in quotes for a read that was ok',
  })
  .refine((op) => op.amount === undefined || op.f !== 'read', {
    path: ['amount'],
    error: 'must not be there for a read',
  })
  .refine(rangeFits, { path: ['upTo'], error: 'must not be below value, and only be there for a read of a number' });

function rangeFits({ f, value, upTo }: { f: string; value: string | null; upTo?: string }): boolean {
  if (upTo === undefined) return true;
  const [from, to] = [parseDecimal(value ?? ''), parseDecimal(upTo)];
  return f === 'read' && from !== null && to !== null && compare(from, to) <= 0;
}

function countsFit(op: { f: string; outcome: 'ok' | 'fail' | 'info'; counts: string | null }): boolean {
  if (op.f === 'read') return op.counts === null;
  return op.counts !== null && (COUNTS_OF[op.outcome] as readonly string[]).includes(op.counts);
}

const release = z.object({
  release: z.literal(true),
  round,
  phase: z.string(),
  phaseIndex: whole,
  first: ns,
  last: ns,
  early: z.boolean(),
  queued: whole,
});
const settled = z.object({
  settled: z.literal(true),
  round,
  phaseIndex: whole,
  reading: z.string(),
  afterMs: ms,
  moving: z.boolean(),
});
const setupFailed = z.object({ setupFailed: z.literal(true), round, message: z.string() });
const stopped = z.object({
  stopped: z.literal(true),
  round,
  why: z.enum(['interrupted', 'deadline', 'unanswered', 'unreadable']),
  message: z.string(),
});

/** Each kind of mark by the key that is true in it. */
export const markSchemas = { release, settled, setupFailed, stopped } as const;

export const footerSchema = z.object({ footer: z.literal(true), operations: whole, sha256: z.string() });

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
type Holds<T extends true> = T;
/** Does not compile when a schema and the type it stands for part ways. */
export type InStep = readonly [
  Holds<Same<z.infer<typeof headerSchema>, HistoryHeader>>,
  Holds<Same<z.infer<typeof operationSchema>, Operation>>,
  Holds<Same<z.infer<typeof release>, ReleaseMark>>,
  Holds<Same<z.infer<typeof settled>, SettleMark>>,
  Holds<Same<z.infer<typeof setupFailed>, SetupMark>>,
  Holds<Same<z.infer<typeof stopped>, StopMark>>,
];
