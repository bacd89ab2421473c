import { z } from 'zod';
import { parseDecimal } from '../decimal.ts';
import { HISTORY_FORMAT, HISTORY_VERSION, type HistoryHeader } from '../history.ts';
import { decimal, type Holds, ms, ns, type Same, step, whole } from './fields.ts';

const phase = z.object({
  index: whole,
  kind: z.enum([
    'concurrent',
    'spaced',
    'paced',
    'lanes',
    'mixed',
    'retry',
    'replay',
    'wait',
    'quiet',
    'run',
    'request',
  ]),
  name: z.string(),
  count: whole,
  everyMs: ms.nullable(),
  when: z.enum(['at-once', 'in-flight', 'after-success', 'after-failure', 'other-body', 'other-path']).exactOptional(),
  lose: z.enum(['reply', 'request']).exactOptional(),
});

const bounds = {
  equals: z.string().exactOptional(),
  atLeast: z.string().exactOptional(),
  atMost: z.string().exactOptional(),
};
const judged = { perPhase: z.boolean(), phaseIndex: whole.exactOptional() };

const readingExpectation = z.object({
  reading: z.string(),
  risesBy: z.string().nullable(),
  step: step.exactOptional(),
  within: z.number().min(0).max(1).exactOptional(),
  ...judged,
  ...bounds,
});

const expectation = z.object({
  readings: z.array(readingExpectation).readonly(),
  unique: z.boolean(),
  uniquePer: z
    .array(z.enum(['identity', 'phase']))
    .readonly()
    .exactOptional(),
  counts: z
    .array(z.object({ count: z.string(), ...judged, ...bounds }))
    .readonly()
    .exactOptional(),
  sums: z
    .array(z.object({ of: z.array(z.string()).readonly(), equals: z.string(), ...judged }))
    .readonly()
    .exactOptional(),
  during: z
    .array(z.object({ reading: z.string(), ...bounds }))
    .readonly()
    .exactOptional(),
  sameBody: z.string().exactOptional(),
  unharmed: z.object({ request: z.string(), slowerByMs: ms.nullable() }).exactOptional(),
});

const readingInfo = z.object({ adds: decimal.exactOptional(), nudge: z.literal(true).exactOptional() });

/** Line 1. Keys it does not know are left out. */
export const headerSchema = z
  .object({
    format: z.literal(HISTORY_FORMAT),
    version: z.literal(HISTORY_VERSION),
    object: z.enum(['counter', 'quota', 'reservation', 'effect', 'custom']),
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
    require: z.string().regex(/^(?:eventual|read-your-writes|latest|bounded:\d+(?:\.\d+)?ms)$/),
    expect: expectation,
    phases: z.array(phase).readonly(),
    rounds: z.int().min(0),
    untilMs: ms.exactOptional(),
    setup: z.boolean(),
    returns: z.boolean().exactOptional(),
    readings: z.array(z.string()).readonly(),
    outcomes: z.array(z.string()).readonly().exactOptional(),
    readingInfo: z.record(z.string(), readingInfo).readonly().exactOptional(),
    identities: z.int().min(1).exactOptional(),
    settleMs: ms,
    minOverlap: z.number().nullable(),
    maxSpreadMs: ms.nullable(),
  })
  .refine(({ phases }) => phases.every(({ index }, i) => index === i), {
    path: ['phases'],
    error: 'must be numbered 0, 1, 2, ... in order',
  })
  .refine((header) => quantitiesOf(header.expect).every((text) => isQuantity(text, header)), {
    path: ['expect'],
    error: 'must speak of decimal numbers in quotes, of counts, of outcomes and of readings that the header has',
  });

const COUNTS = ['acknowledged', 'rejected', 'unknown', 'keys'];

const isQuantity = (
  text: string,
  { readings, outcomes = [] }: { readings: readonly string[]; outcomes?: readonly string[] },
) => parseDecimal(text) !== null || COUNTS.includes(text) || outcomes.includes(text) || readings.includes(text);

function quantitiesOf({
  readings,
  counts = [],
  sums = [],
  during = [],
}: z.infer<typeof expectation>): readonly string[] {
  const all = [
    ...readings.flatMap(({ risesBy, equals, atLeast, atMost }) => [risesBy, equals, atLeast, atMost]),
    ...counts.flatMap(({ equals, atLeast, atMost }) => [equals, atLeast, atMost]),
    ...sums.map(({ equals }) => equals),
    ...during.flatMap(({ equals, atLeast, atMost }) => [equals, atLeast, atMost]),
  ];
  return all.filter((text) => typeof text === 'string');
}

export type HeaderInStep = Holds<Same<z.infer<typeof headerSchema>, HistoryHeader>>;
