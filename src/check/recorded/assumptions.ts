import type { HistoryHeader } from '../../history/history.ts';
import { duration } from '../words.ts';

/** What a verdict on the history of another tool rests on. */
export const assumptionsOf = ({ initial, clock, limit }: HistoryHeader): readonly string[] => [
  'The history holds every write to the number.',
  'A refused write did not count.',
  clock.errorNs === 0
    ? 'All times are of one clock.'
    : `No clock was more than ${duration(clock.errorNs / 1e6)} from true time.`,
  initial === null
    ? 'The number before the first write is not known; whatever it was, this holds.'
    : `The number before the first write is ${initial}.`,
  ...(limit === null ? [] : [`The limit is ${limit}.`]),
];
