import { z } from 'zod';
import { DEFAULTS, LIMITS } from '../../parts/defaults.ts';
import { phaseExpectation, requestPhaseExpectation } from './expect.ts';
import { answered, bodyParts, ownWrite, request, requestParts, take } from './requests.ts';
import { connections, duration, share, takes, text, wholeNumber, writes } from './words.ts';

const name = text('a name').optional().describe('Name in reports, of no other phase; the kind when left out');
const abort = z
  .strictObject(
    {
      after: duration.describe('How long after it was sent'),
      share: share.optional().describe('Of which share of the writes; all'),
    },
    takes('a map with after and share'),
  )
  .optional()
  .describe('Hang up on writes');

const base = { name, expect: phaseExpectation };
const sending = { write: ownWrite, abort, ...base };
const every = duration.optional();
const hold = duration.optional().describe(`How long the heads are held back before the release; ${DEFAULTS.holdMs}ms`);
const many = wholeNumber(LIMITS.concurrency);

const concurrent = z.strictObject({
  phase: z.literal('concurrent').describe('Writes released together'),
  count: many.describe('Writes'),
  connections,
  hold,
  ...sending,
});

const spaced = z.strictObject({
  phase: z.literal('spaced').describe('Writes one after another'),
  count: writes,
  every: every.describe(`Pause after each answer; ${DEFAULTS.everyMs}ms`),
  connections,
  ...sending,
});

const aRate = takes('a number a second, a minute or an hour, such as 4/s or 30/m');
const paced = z.strictObject({
  phase: z.literal('paced').describe('Writes at set times, whatever the answers'),
  rate: z
    .string(aRate)
    .regex(/^\d+(?:\.\d+)?\/(?:s|m|h)$/, aRate)
    .optional()
    .describe('How many in a time, such as 4/s'),
  every: every.describe('Instead of rate: from one write to the next'),
  for: duration.optional().describe('How long'),
  count: writes.optional().describe('Instead of for: writes'),
  arrivals: z
    .enum(['constant', 'poisson'], takes('constant or poisson'))
    .optional()
    .describe('constant, or poisson: at random, at this rate in the mean; constant'),
  ...sending,
});

const lanes = z.strictObject({
  phase: z.literal('lanes').describe('Clients that each send when they were answered'),
  lanes: many.describe('Clients'),
  each: writes.describe('Writes of each'),
  ...sending,
});

const mixed = z.strictObject({
  phase: z.literal('mixed').describe('Reads in flight among writes'),
  count: writes,
  lanes: many.optional().describe('Clients that each write, then read in their own session; count, at most 4'),
  readers: wholeNumber(LIMITS.times).optional().describe('Clients beside them that only read; 1'),
  every: every.describe(`Pause of a client before its next write; ${DEFAULTS.everyMs}ms`),
  ...sending,
});

const retry = z.strictObject({
  phase: z.literal('retry').describe('Writes whose reply or request is lost, and which are then sent again'),
  count: writes.optional().describe('Writes that are meant, each sent more than once; 1'),
  lose: z.enum(['reply', 'request'], takes('reply or request')).optional().describe('What is lost; reply'),
  times: wholeNumber(LIMITS.times).optional().describe('How often it is lost before it is not; 1'),
  key: z
    .enum(['same', 'new'], takes('same or new'))
    .optional()
    .describe('Whether {{key}} is the same again, or a new one; same'),
  by: z
    .enum(['client', 'proxy'], takes('client or proxy'))
    .optional()
    .describe('Lost by hanging up, or by a proxy on loopback in between; client'),
  giveUpAfter: duration
    .optional()
    .describe(
      'How long after an attempt was sent it is sent again; as soon as its answer comes and is thrown away, when left out',
    ),
  every: every.describe(`Pause after each answer; ${DEFAULTS.everyMs}ms`),
  ...sending,
});

const WHEN = ['at-once', 'in-flight', 'after-success', 'after-failure', 'other-body', 'other-path'] as const;
const replay = z.strictObject({
  phase: z.literal('replay').describe('One write again and again, with the same key'),
  when: z
    .enum(WHEN, takes(`${WHEN.slice(0, -1).join(', ')} or ${WHEN.at(-1)}`))
    .optional()
    .describe('When the key comes again; at-once'),
  count: many.optional().describe('Attempts with the one key; 2'),
  after: duration
    .optional()
    .describe(`With in-flight: how long after the first the others follow; ${DEFAULTS.inFlightMs}ms`),
  hold,
  request: request.optional().describe('With other-path: what is sent the second time'),
  ...bodyParts,
  ...sending,
});

const wait = z.strictObject({
  phase: z.literal('wait').describe('Nothing is sent'),
  for: duration.describe('How long'),
  ...base,
});

const quiet = z.strictObject({
  phase: z.literal('quiet').describe('Nothing is written, and readings are watched for another writer'),
  for: duration.describe('How long'),
  ...base,
});

const run = z.strictObject({
  phase: z.literal('run').describe('A command is run, such as one that kills, restarts or promotes'),
  command: text('a command line').optional().describe('Command line of a shell'),
  run: text('a command line').optional().describe('The same as command'),
  timeout: duration.optional().describe('Time for the command; 30s'),
  ...base,
});

const requested = z.strictObject({
  phase: z.literal('request').describe('A plain request, which is no write'),
  ...requestParts,
  take,
  name,
  expect: requestPhaseExpectation(answered.status),
});

const KINDS = 'concurrent, spaced, paced, lanes, mixed, retry, replay, wait, quiet, run or request';

export const phase = z.discriminatedUnion(
  'phase',
  [concurrent, spaced, paced, lanes, mixed, retry, replay, wait, quiet, run, requested],
  takes(`a phase: ${KINDS}`),
);

export type RawPhase = z.output<typeof phase>;
export type RawPhaseOf<Kind extends RawPhase['phase']> = Extract<RawPhase, { readonly phase: Kind }>;
