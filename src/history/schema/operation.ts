import { z } from 'zod';
import { compare, parseDecimal, whyNoDecimal } from '../decimal.ts';
import type { Operation } from '../operation.ts';
import { decimal, type Holds, ns, round, type Same, whole } from './fields.ts';

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
    intent: z.string().exactOptional(),
    identity: whole.exactOptional(),
    labels: z.array(z.string()).readonly().exactOptional(),
    answer: z.string().exactOptional(),
    abandoned: z.enum(['request', 'reply']).exactOptional(),
    cached: z.string().exactOptional(),
    shape: z.string().exactOptional(),
    trouble: z.enum(['no-number', 'not-finite', 'nothing']).exactOptional(),
    items: z.array(z.string()).readonly().exactOptional(),
    hold: z.string().exactOptional(),
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
    error: ({ input }) => whyNoDecimal((input as Operation).value, ' for a read that was ok'),
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

export type OperationInStep = Holds<Same<z.infer<typeof operationSchema>, Operation>>;
