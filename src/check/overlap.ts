import type { Operation } from '../history/operation.ts';

/** From the handing over of a request's own tail to the first byte of its answer; without one, to its end. */
interface Flight {
  readonly from: number;
  readonly to: number;
}

/**
 * `blindUntil`: while a burst is let go nobody looks for answers, so one that is seen after it may have come at any time
 * before. Such a flight is only sure to have lasted as long as the shortest one did.
 */
function flightsOf(writes: readonly Operation[], blindUntil: number | null): readonly Flight[] {
  const sent = writes.filter((write): write is Sent => write.sent !== null);
  const shortest = sent.reduce(
    (ns, one) => Math.min(ns, (one.firstByte ?? Number.POSITIVE_INFINITY) - one.sent),
    Number.POSITIVE_INFINITY,
  );
  return sent.map((one) => {
    const seen = one.firstByte ?? one.ended ?? one.complete ?? Number.POSITIVE_INFINITY;
    const unseen = one.firstByte !== null && blindUntil !== null && one.sent < blindUntil;
    return { from: one.sent, to: Math.max(one.sent, unseen ? Math.min(seen, one.sent + shortest) : seen) };
  });
}

type Sent = Operation & { readonly sent: number };

/** The most writes in flight at one moment; one that ends as another begins does not overlap it. */
export function maxInFlight(writes: readonly Operation[], blindUntil: number | null = null): number {
  const flights = flightsOf(writes, blindUntil);
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
export function allInFlightMs(writes: readonly Operation[], blindUntil: number | null = null): number {
  const flights = flightsOf(writes, blindUntil);
  if (flights.length === 0 || flights.length < writes.length) return 0;
  const from = flights.reduce((latest, flight) => Math.max(latest, flight.from), 0);
  const to = flights.reduce((earliest, flight) => Math.min(earliest, flight.to), Number.POSITIVE_INFINITY);
  return Number.isFinite(to) ? Math.max(0, to - from) / 1e6 : 0;
}
