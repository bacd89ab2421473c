import type { HistoryHeader } from '../../history/history.ts';
import { duration } from '../words.ts';

/** What a verdict rests on, in words for people. */
export function assumptions({ clock, initial, object, settleMs, step, expect }: HistoryHeader): readonly string[] {
  const counted = expect.readings.length > 0;
  const moved = object !== 'custom' || expect.readings.some(({ risesBy }) => Number.isNaN(Number(risesBy ?? 0)));
  return [
    ...(counted ? ['Nobody else wrote to this number meanwhile; it was watched while this run did not write.'] : []),
    'A refused write did not count, and a request that never left did not arrive.',
    clock.errorNs === 0
      ? 'All times are from the one clock of the prober.'
      : `No clock was more than ${duration(clock.errorNs / 1e6)} from true time.`,
    ...(counted
      ? [
          initial === null
            ? 'The number before the first write of each round is what was read then.'
            : `The number before the first write is ${initial}.`,
          moved ? `What is read is the number that is written, and each write moves it by ${step}.` : PLAIN,
          `A number that stood still for ${duration(settleMs)} had come to rest.`,
        ]
      : []),
  ];
}

const PLAIN = 'What is read is judged as it stands, whatever each write did to it.';
