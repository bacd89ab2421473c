import type { HistoryHeader } from './history.ts';

/** What the header of a history from another tool has for a run of ours. */
export const IMPORTED = 'imported';

/** Whether another tool recorded it: then it has no phases of ours, and reads may lie among the writes. */
export const isImported = ({ runId }: Pick<HistoryHeader, 'runId'>): boolean => runId === IMPORTED;

/**
 * Whether the value of an acknowledged increment is the number after it: where the header says so, and in what another
 * tool wrote, which says nothing and has no other use for it.
 */
export const returnsValues = ({
  runId,
  returns,
  expect,
}: Pick<HistoryHeader, 'runId' | 'returns' | 'expect'>): boolean =>
  returns === true || isImported({ runId }) || (returns === undefined && !expect.unique);
