import type { HistoryHeader } from '../../history/history.ts';
import { duration } from '../words.ts';

/** What a verdict rests on, in words for people. */
export function assumptions({ initial, settleMs, step, expect }: HistoryHeader): readonly string[] {
  const counted = expect.readings.length > 0;
  return [
    ...(counted ? ['Nobody else wrote to this number meanwhile; it was watched while this run did not write.'] : []),
    'A refused write did not count, and a request that never left did not arrive.',
    'All times are from the one clock of the prober.',
    ...(counted
      ? [
          initial === null
            ? 'The number before the first write of each round is what was read then.'
            : `The number before the first write is ${initial}.`,
          'What is read is the number that is written, and each write moves it by '.concat(`${step}.`),
          `A number that stood still for ${duration(settleMs)} had come to rest.`,
        ]
      : []),
  ];
}
