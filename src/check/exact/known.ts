import { once } from '../once.ts';
import type { Columns } from './columns.ts';
import { isExplainedBy, type Slots, slotsOf } from './core.ts';

/*
 * What many ask about the same columns, found out once; for histories of which every increment is recorded.
 */

export const knownSlots = once((columns: Columns): Slots | null => slotsOf(columns));

export const isKnownLinearizable = once((columns: Columns): boolean => isExplainedBy(knownSlots(columns), columns, {}));

/** Whether it is linearizable where every read may be as early as it pleases. */
export const isExplainedByAge = once((columns: Columns): boolean =>
  isExplainedBy(knownSlots(columns), columns, { aged: true }),
);
