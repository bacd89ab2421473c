import { z } from 'zod';
import { LIMITS } from '../../parts/defaults.ts';
import { requestParts } from './requests.ts';
import { decimal, duration, quantity, selector, share, takes, wholeNumber, yes } from './words.ts';

export const bounds = {
  equals: quantity.optional().describe('Just so much'),
  atLeast: quantity.optional().describe('So much or more'),
  atMost: quantity.optional().describe('So much or less'),
};

export const reading = z.strictObject(
  {
    ...requestParts,
    take: selector.optional().describe('Where the number is; found by itself when left out'),
    as: z
      .enum(['number', 'count', 'list'], takes('number, count or list'))
      .optional()
      .describe(
        'number; count: how many nodes the selector finds; list: how many items the list has that it finds; number',
      ),
    distinct: z
      .union([z.literal(true), selector], takes('true, or a selector of what has to differ'))
      .optional()
      .describe('With count and list: only different ones, as a whole or by what the selector finds in each'),
    absent: decimal.optional().describe('What 404, {}, null and an empty answer count as; as no number when left out'),
    adds: decimal.optional().describe('By how many steps a reading itself moves the number; 0'),
    times: wholeNumber(LIMITS.times).optional().describe('How often it is read each time; all must agree; 1'),
    connections: z
      .literal('fresh', takes('fresh'))
      .optional()
      .describe('fresh: each reading on a new connection, as it always is'),
    during: z
      .strictObject(bounds, takes('a map with atMost, atLeast or equals'))
      .optional()
      .describe('What it may show while writes are in flight'),
    nudge: yes.optional().describe('Send one more write after settling, to tell held back from lost; false'),
    within: share.optional().describe('By what share of its change it may be off, such as 5%; 0'),
    settle: duration
      .optional()
      .describe('How long it must stand still before a write counts as lost; that of the scenario'),
  },
  takes('a map with a request'),
);

export type RawReading = z.output<typeof reading>;
