import { z } from 'zod';
import { LIMITS } from '../../parts/defaults.ts';
import { STATUSES_TAKE } from '../../text/status.ts';
import { DURATION, DURATION_TAKES } from '../../text/time.ts';

/** Says what a part takes; an unknown key keeps its own message. */
export const takes = (what: string) => takesWhat(() => what);

const takesWhat = (what: () => string) => ({
  error: (issue: { readonly code?: string }) => (issue.code === 'unrecognized_keys' ? undefined : what()),
});

const STATUS = /^\s*(?:[1-9][xX]{2}|[1-9]\d\d(?:-[1-9]\d\d)?)\s*(?:,\s*(?:[1-9][xX]{2}|[1-9]\d\d(?:-[1-9]\d\d)?)\s*)*$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

export const text = (what: string) => z.string(takes(what)).min(1, takes(what));

export const wholeNumber = (most: number) => {
  // Put in words only for who is told: a first number in words of any language takes Node 20 ms and more.
  const what = takesWhat(() => `a whole number from 1 to ${most.toLocaleString('en')}`);
  return z.int(what).min(1, what).max(most, what);
};

export const writes = wholeNumber(LIMITS.spaced).describe('Writes');

export const duration = z.union(
  [z.literal(0), z.string().regex(DURATION, takes(DURATION_TAKES))],
  takes(DURATION_TAKES),
);

const someStatuses = takes(STATUSES_TAKE);
const statusNumber = z.int(someStatuses).min(100, someStatuses).max(999, someStatuses);
const statusText = z.string(someStatuses).regex(STATUS, someStatuses);
export const status = z.union([statusNumber, statusText], someStatuses);
export const statuses = z.union(
  [statusNumber, statusText, z.array(status, someStatuses).min(1, someStatuses)],
  someStatuses,
);

export const selector = text('a selector: $.path, /pointer, header:Name, regex:(\\d+) or text').max(
  1_000,
  takes('a selector of up to 1,000 characters'),
);

const aNumber = takes('a number');
export const decimal = z.union([z.number(), z.string().regex(DECIMAL, aNumber)], aNumber);

export const texts = (what: string) => z.record(z.string(), z.string(takes('a text; quote it')), takes(what));

const aQuantity = takes('a number, or the name of a count or of a reading');
export const quantity = z.union([z.number(), z.string().min(1, aQuantity)], aQuantity);

const aShare = takes('a share such as 5% or 0.05');
export const share = z.union(
  [z.number().min(0, aShare).max(1, aShare), z.string().regex(/^\d{1,3}(?:\.\d+)?%$/, aShare)],
  aShare,
);

export const yes = z.boolean(takes('true or false'));

const someConnections = takes('a number from 1 to 10,000, N or fresh');
export const connections = z
  .union(
    [z.int().min(1, someConnections).max(LIMITS.concurrency, someConnections), z.enum(['N', 'fresh'])],
    someConnections,
  )
  .optional()
  .describe('Connections: fresh (a new one each write), N (as many as writes) or a number, kept and used in turn');
