import type { Operation } from '../../history/operation.ts';
import { bisect, LEVEL } from './intervals.ts';

/** A write on its way: when its tail was handed over, when its answer began, and how much longer it took than the quickest (ns). */
interface Flight {
  readonly sent: number;
  readonly answered: number;
  readonly slack: number;
}

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
  const widest = flown.reduce((most, flights) => Math.max(most, spanOf(flights)), 0);
  return flown.length === 0 ? null : (widest * bisect((share) => missed(flown, share * widest) > 1 - LEVEL)) / 1e6;
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

/** The chance that no two writes of any burst read within a window (ns) of each other. */
const missed = (flown: readonly (readonly Flight[])[], window: number): number =>
  flown.reduce((chance, flights) => chance * Math.min(apart(flights, 0, window), apart(flights, 1, window)), 1);

/** The chance that every second pair of neighbours, counted from one of them, stays apart. */
function apart(flights: readonly Flight[], from: number, window: number): number {
  let chance = 1;
  for (let i = from; i + 1 < flights.length; i += 2) {
    chance *= 1 - together(flights[i] as Flight, flights[i + 1] as Flight, window);
  }
  return chance;
}

/** The chance that two writes read within a window of each other. */
function together(a: Flight, b: Flight, window: number): number {
  const gap = a.sent - b.sent;
  if (Math.max(Math.abs(gap), Math.abs(a.answered - b.answered)) >= window) return 0;
  const below = (x: number): number => shareBelow(x - gap, Math.max(a.slack, 1), Math.max(b.slack, 1));
  return below(window) - below(-window);
}

/** The share of the rectangle a by b, u and v even in it, with u - v at most x. */
function shareBelow(x: number, a: number, b: number): number {
  const y = Math.min(Math.max(x + b, 0), a + b);
  const corner = (side: number): number => Math.max(0, side) ** 2 / 2;
  return (corner(y) - corner(y - a) - corner(y - b) + corner(y - a - b)) / (a * b);
}
