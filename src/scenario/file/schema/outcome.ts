import { z } from 'zod';
import { STATUSES_TAKE } from '../../text/status.ts';
import { selector, statuses, takes, text } from './words.ts';

const what = takes(`${STATUSES_TAKE}, or a map with status and where`);
const [number, words] = statuses.options;

const condition = z.strictObject(
  {
    status: statuses.optional().describe('Statuses; any when left out'),
    where: selector.optional().describe('Where it looks in the answer; something has to be there'),
    absent: z.boolean(takes('true or false')).optional().describe('Nothing may be there'),
    equals: z
      .union([z.string(), z.number(), z.boolean()], takes('a text, a number, true or false'))
      .optional()
      .describe('What is there has to be just this'),
    matches: text('a regular expression').optional().describe('What is there has to have a part that matches'),
  },
  what,
);

const conditions = z.union(
  [number, words, condition, z.array(z.union([number, words, condition], what), what).min(1, what)],
  what,
);

export const outcome = z
  .object(
    {
      acknowledged: conditions.optional().describe('Answers that say yes; 2xx'),
      rejected: conditions.optional().describe('Answers that say no; 400-499 but 408, 425 and 499'),
    },
    takes('a map with acknowledged and rejected'),
  )
  .catchall(conditions);

export type RawCondition = z.output<typeof condition>;
export type RawConditions = z.output<typeof conditions>;
export type RawOutcome = Readonly<Record<string, RawConditions | undefined>>;
