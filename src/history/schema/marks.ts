import { z } from 'zod';
import type { ReleaseMark, RunMark, SettleMark, SetupMark, StopMark, UnharmedMark } from '../mark.ts';
import { type Holds, ms, ns, round, type Same, whole } from './fields.ts';

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

const ran = z.object({
  ran: z.literal(true),
  round,
  phaseIndex: whole,
  first: ns,
  last: ns,
  exitCode: z.int().nullable(),
});
const unharmed = z.object({
  unharmed: z.literal(true),
  round,
  phaseIndex: z.int().min(-1),
  invoke: ns,
  complete: ns.nullable(),
  status: z.number().nullable(),
  reason: z.string().nullable(),
});

/** Each kind of mark by the key that is true in it. */
export const markSchemas = { release, settled, setupFailed, stopped, ran, unharmed } as const;

/** The last line. */
export const footerSchema = z.object({ footer: z.literal(true), operations: whole, sha256: z.string() });

export type MarksInStep = readonly [
  Holds<Same<z.infer<typeof release>, ReleaseMark>>,
  Holds<Same<z.infer<typeof settled>, SettleMark>>,
  Holds<Same<z.infer<typeof setupFailed>, SetupMark>>,
  Holds<Same<z.infer<typeof stopped>, StopMark>>,
  Holds<Same<z.infer<typeof ran>, RunMark>>,
  Holds<Same<z.infer<typeof unharmed>, UnharmedMark>>,
];
