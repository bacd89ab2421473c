import type { Operation } from '../../history/operation.ts';
import { ascending, everyRow } from '../exact/rows/ascending.ts';
import { LEVEL } from './intervals.ts';
import { Pairs } from './pairs.ts';

/** Writes on their way, in the order in which they are likeliest to read; times in nanoseconds. */
export interface Flights {
  /** When the tail of each was handed over. */
  readonly sent: Float64Array;
  /** When its answer began. */
  readonly answered: Float64Array;
}

/** Relative to the window that is told. */
const PRECISION = 1e-7;

/**
 * The least time between reading and writing back, in milliseconds, at which two writes of some of these bursts read
 * before either wrote, with a chance of 95 % or more; null where no burst has two acknowledged writes.
 *
 * Assumption: what a write takes as long as the quickest one passes alike in all of them; the rest, its slack, lies by
 * an even and independent chance before its read or after it. A queue in front of the server would be no such chance: it
 * keeps writes as far apart as their answers are. So a pair counts only from the window on in which both were handed
 * over and both were answered. Only pairs of neighbours that share no write are counted, since their chances multiply.
 */
export function detectableWindowMs(bursts: readonly (readonly Operation[])[]): number | null {
  const all = bursts.map(flightsOf);
  const quickest = all.reduce((least, flights) => Math.min(least, quickestOf(flights)), Number.POSITIVE_INFINITY);
  const flown = all.filter(({ sent }) => sent.length > 1);
  if (flown.length === 0) return null;
  const pairs = flown.map((flights) => [new Pairs(flights, 0, quickest), new Pairs(flights, 1, quickest)] as const);
  let low = 0;
  let high = flown.reduce((most, flights) => Math.max(most, spanOf(flights)), 0);
  while (high - low > PRECISION * high) {
    const middle = (low + high) / 2;
    if (isMissed(pairs, middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2 / 1e6;
}

/** Those of a burst that were acknowledged. Half of what each took longer than another lies before its read. */
function flightsOf(writes: readonly Operation[]): Flights {
  const sent: number[] = [];
  const answered: number[] = [];
  for (const write of writes) {
    const { counts, sent: from, firstByte: to } = write;
    if (counts !== 'acknowledged' || from === null || to === null || to <= from) continue;
    sent.push(from);
    answered.push(to);
  }
  const middles = Float64Array.from(sent, (from, i) => from + (answered[i] as number));
  const order = ascending(middles, everyRow(sent.length));
  return {
    sent: Float64Array.from(order, (i) => sent[i] as number),
    answered: Float64Array.from(order, (i) => answered[i] as number),
  };
}

const quickestOf = ({ sent, answered }: Flights): number =>
  sent.reduce((least, from, i) => Math.min(least, (answered[i] as number) - from), Number.POSITIVE_INFINITY);

function spanOf({ sent, answered }: Flights): number {
  const first = sent.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  return answered.reduce((most, time) => Math.max(most, time), 0) - first + 1;
}

/** Whether more than 5 % are left to the chance that no two writes of any burst read within a window (ns) of each other. */
function isMissed(bursts: readonly (readonly [Pairs, Pairs])[], window: number): boolean {
  const bound = 1 - LEVEL;
  let chance = 1;
  for (const [even, odd] of bursts) {
    const first = even.apart(window, bound / chance);
    chance *= Math.min(first, odd.apart(window, bound / chance));
    if (chance <= bound) return false;
  }
  return true;
}
