import { z } from 'zod';
import { limit } from './limit.ts';
import { bounds } from './reading.ts';
import { bodyParts, request } from './requests.ts';
import { decimal, duration, quantity, selector, share, takes, text, yes } from './words.ts';

const perPhase = { perPhase: yes.optional().describe('Judge each phase alone; else the whole round') };

const change = {
  risesBy: quantity.optional().describe('How far it rises: by each write of a count, or by a number'),
  fallsBy: quantity.optional().describe('How far it falls, likewise'),
  ...bounds,
  step: decimal.optional().describe('How far one write moves this reading; the step of the scenario'),
  within: share.optional().describe('By what share of the change it may be off'),
};

const [number, word] = quantity.options;
const aChange = takes('a number, or a map with risesBy, fallsBy, equals, atLeast or atMost');
const aCount = takes('a number, or a map with equals, atLeast or atMost');

const sum = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.strictObject(
    {
      of: z
        .array(text('the name of a reading'), takes('a list of readings'))
        .min(2, takes('a list of two readings or more'))
        .describe('Readings, by name'),
      equals: quantity.describe('What they add up to'),
      ...more,
    },
    takes('a map with of and equals'),
  );

const A_SUM = takes('a map with of and equals, or a list of such maps');

const counts = <Shape extends z.ZodRawShape>(more: Shape) => {
  const count = z.union([number, word, z.strictObject({ ...bounds, ...more }, aCount)], aCount).optional();
  return {
    acknowledged: count.describe('How many writes may be acknowledged'),
    rejected: count.describe('How many writes may be rejected'),
    unknown: count.describe('How many writes may have an unknown effect'),
    keys: count.describe('How many keys may be acknowledged at least once'),
    sumsTo: z
      .union([sum(more), z.array(sum(more), A_SUM).min(1, A_SUM)], A_SUM)
      .optional()
      .describe('Readings that add up: one such sum, or a list of them'),
  };
};

const named = <Shape extends z.ZodRawShape>(more: Shape) =>
  z.union([number, word, z.strictObject({ ...change, ...more }, aChange)], aChange);

const unharmed = z.strictObject(
  {
    request,
    ...bodyParts,
    every: duration.optional().describe('How often it is sent; 50ms'),
    slowerBy: duration.optional().describe('How much longer than before it may take; as its own times judge'),
  },
  takes('a map with a request'),
);

/** `expect` of a scenario. */
export const expectation = z
  .object(
    {
      ...counts(perPhase),
      limit: limit.optional().describe('The same as limit of the scenario'),
      unique: selector.optional().describe('Where each answer holds a value that never repeats'),
      sameBody: text('the name of an outcome')
        .optional()
        .describe('The outcome whose answers must be the same for one key'),
      unharmed: unharmed.optional().describe('Another request of the service, which must keep its status and its time'),
    },
    takes('a map of readings and counts'),
  )
  .catchall(named(perPhase));

const ofPhase = { ...counts({}) };

/** `expect` of a phase: judged in this phase alone. */
export const phaseExpectation = z
  .object(ofPhase, takes('a map of readings and counts'))
  .catchall(named({}))
  .optional()
  .describe('What readings and counts are held to in this phase alone');

/** `expect` of a phase that is a request: also what must be answered. */
export const requestPhaseExpectation = (status: z.ZodType<number | string | (number | string)[] | undefined>) =>
  z
    .object({ ...ofPhase, status }, takes('a map with status'))
    .catchall(named({}))
    .optional()
    .describe('What must be answered, and what readings are held to after it');

export type RawBounds = { readonly [Key in keyof typeof bounds]?: string | number | undefined };
export interface RawChange extends RawBounds {
  readonly risesBy?: string | number | undefined;
  readonly fallsBy?: string | number | undefined;
  readonly step?: string | number | undefined;
  readonly within?: string | number | undefined;
  readonly perPhase?: boolean | undefined;
}
export interface RawSum {
  readonly of: readonly string[];
  readonly equals: string | number;
  readonly perPhase?: boolean | undefined;
}
