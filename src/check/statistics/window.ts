import type { Operation } from '../../history/operation.ts';
import { LEVEL } from './intervals.ts';
import { Pairs } from './pairs.ts';

/** A write on its way: when its tail was handed over, when its answer began, and how much longer it took than the quickest (ns). */
export interface Flight {
  readonly sent: number;
  readonly answered: number;
  readonly slack: number;
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
  const flown = flightsOf(bursts);
  if (flown.length === 0) return null;
  const pairs = flown.map((flights) => [new Pairs(flights, 0), new Pairs(flights, 1)] as const);
  let low = 0;
  let high = flown.reduce((most, flights) => Math.max(most, spanOf(flights)), 0);
  while (high - low > PRECISION * high) {
    const middle = (low + high) / 2;
    if (isMissed(pairs, middle)) low = middle;
    else high = middle;
  }
  return (low + high) / 2 / 1e6;
}

/** By burst, of those with two acknowledged writes or more, in the order in which they are likeliest to read. */
function flightsOf(bursts: readonly (readonly Operation[])[]): readonly (readonly Flight[])[] {
  const flown = bursts.map((writes) =>
    writes.flatMap(({ counts, sent, firstByte }) =>
      counts === 'acknowledged' && sent !== null && firstByte !== null && firstByte > sent
        ? [{ sent, answered: firstByte }]
        : [],
    ),
  );
  const quickest = flown.flat().reduce((least, { sent, answered }) => Math.min(least, answered - sent), Infinity);
  return flown
    .filter(({ length }) => length > 1)
    .map((flights) =>
      flights
        .map((flight) => ({ ...flight, slack: flight.answered - flight.sent - quickest }))
        .sort((a, b) => a.sent + a.slack / 2 - b.sent - b.slack / 2),
    );
}

function spanOf(flights: readonly Flight[]): number {
  const first = flights.reduce((least, { sent }) => Math.min(least, sent), Infinity);
  return flights.reduce((most, { answered }) => Math.max(most, answered), 0) - first + 1;
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
