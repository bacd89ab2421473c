import { percent, plural } from '../words.ts';
import { anytime, clopperPearson, firstWrong, type Interval, LEVEL, noneWrong, roundsToSee } from './intervals.ts';

/** A fault that shows in one round of a hundred: what `roundsToSee` is told for. */
const RARE = 0.01;

/** What ended the rounds: their number, fixed before, or a clock and the first wrong one, whichever came first. */
export type Stopping = 'fixed' | 'firstWrong';

export interface Confidence {
  readonly level: number;
  readonly wrongRoundRate: Interval;
  readonly statement: string;
  /** Rounds that would see a fault of `rate` a round at least once, at this level. */
  readonly roundsToSee: { readonly rate: number; readonly rounds: number };
}

/**
 * How often a round goes wrong, from k wrong of n judged, at 95 %. A trial is one round, on the assumption that rounds
 * do not influence each other. The interval is the right one for how the rounds came to an end.
 */
export function confidence(wrong: number, judged: number, stopping: Stopping = 'fixed'): Confidence {
  const wrongRoundRate = rate(wrong, judged, stopping);
  return {
    level: LEVEL,
    wrongRoundRate,
    statement: inWords(wrong, judged, stopping, wrongRoundRate),
    roundsToSee: { rate: RARE, rounds: roundsToSee(RARE) },
  };
}

function rate(wrong: number, judged: number, stopping: Stopping): Interval {
  if (wrong === 0) return noneWrong(judged);
  if (stopping === 'fixed') return clopperPearson(wrong, judged);
  // More than one is wrong where an earlier round was seen to be so only later.
  return wrong === 1 ? firstWrong(judged) : anytime(wrong, judged);
}

function inWords(wrong: number, judged: number, stopping: Stopping, { low, high }: Interval): string {
  if (judged === 0) return 'No round could be judged, so nothing is known about how often one goes wrong.';
  const seen = `${wrong} of ${plural(judged, 'round')} went wrong`;
  if (wrong === 0) return `${seen}: at 95 % confidence at most ${percent(high)} of such rounds do.`;
  const ended = stopping === 'fixed' ? '' : ', and that ended the run';
  return `${seen}${ended}: at 95 % confidence between ${percent(low)} and ${percent(high)} of such rounds do.`;
}
