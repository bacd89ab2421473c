import { z } from 'zod';
import { LIMITS } from '../../parts/defaults.ts';
import { takes, text, wholeNumber } from './words.ts';

const A_LIMIT = takes('a whole number, or a map with count and per');
const most = wholeNumber(LIMITS.spaced);

/** So many a round, or of what it says. */
export const limit = z.union(
  [
    most,
    z.strictObject(
      {
        count: most.describe('The most that may be admitted'),
        per: text('round, phase, identity or a time')
          .optional()
          .describe('Of what: round, phase, identity, or a time that a window lasts; round'),
      },
      A_LIMIT,
    ),
  ],
  A_LIMIT,
);

export type RawLimit = z.output<typeof limit>;
