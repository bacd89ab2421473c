import type { Operation } from '../history/operation.ts';

/** From the handing over of a request's own tail to the first byte of its answer; without one, to its end. */
interface Flight {
  readonly from: number;
  readonly to: number;
}

function flightsOf(writes: readonly Operation[]): readonly Flight[] {
  return writes.flatMap(({ sent, firstByte, ended, complete }) =>
    sent === null
      ? []
      : [{ from: sent, to: Math.max(sent, firstByte ?? ended ?? complete ?? Number.POSITIVE_INFINITY) }],
  );
}

/** The most writes in flight at one moment; one that ends as another begins does not overlap it. */
export function maxInFlight(writes: readonly Operation[]): number {
  const flights = flightsOf(writes);
  const starts = flights.map(({ from }) => from).sort((a, b) => a - b);
  const ends = flights.map(({ to }) => to).sort((a, b) => a - b);
  let ended = 0;
  let peak = 0;
  for (const [started, start] of starts.entries()) {
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start && ended < started) ended += 1;
    peak = Math.max(peak, started + 1 - ended);
  }
  return peak;
}

/** How long all writes were in flight together, in milliseconds; 0 when one was never sent or none ended. */
export function allInFlightMs(writes: readonly Operation[]): number {
  const flights = flightsOf(writes);
  if (flights.length === 0 || flights.length < writes.length) return 0;
  const from = flights.reduce((latest, flight) => Math.max(latest, flight.from), 0);
  const to = flights.reduce((earliest, flight) => Math.min(earliest, flight.to), Number.POSITIVE_INFINITY);
  return Number.isFinite(to) ? Math.max(0, to - from) / 1e6 : 0;
}
