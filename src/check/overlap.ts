import type { Operation } from '../history/operation.ts';
import { sorted } from './sorted.ts';

/**
 * Writes in flight, each from the handing over of its own tail to the first byte of its answer; without one, to its end.
 * In nanoseconds, in the order of the writes; those that were never sent are left out.
 */
interface Flights {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/**
 * `blindUntil`: while a burst is let go nobody looks for answers, so one that is seen after it may have come at any time
 * before. Such a flight is only sure to have lasted as long as the shortest one did.
 */
function flightsOf(writes: readonly Operation[], blindUntil: number | null): Flights {
  const from = new Float64Array(writes.length);
  const to = new Float64Array(writes.length);
  const isUnseen = new Uint8Array(writes.length);
  let shortest = Number.POSITIVE_INFINITY;
  let count = 0;
  for (const { sent, firstByte, ended, complete } of writes) {
    if (sent === null) continue;
    from[count] = sent;
    to[count] = firstByte ?? ended ?? complete ?? Number.POSITIVE_INFINITY;
    if (firstByte !== null) shortest = Math.min(shortest, firstByte - sent);
    if (firstByte !== null && blindUntil !== null && sent < blindUntil) isUnseen[count] = 1;
    count += 1;
  }
  for (let i = 0; i < count; i += 1) {
    const [sent, seen] = [from[i] as number, to[i] as number];
    to[i] = Math.max(sent, isUnseen[i] === 1 ? Math.min(seen, sent + shortest) : seen);
  }
  return { from: from.subarray(0, count), to: to.subarray(0, count) };
}

/** The most writes in flight at one moment; one that ends as another begins does not overlap it. */
export function maxInFlight(writes: readonly Operation[], blindUntil: number | null = null): number {
  const flights = flightsOf(writes, blindUntil);
  const starts = sorted(flights.from);
  const ends = sorted(flights.to);
  let ended = 0;
  let peak = 0;
  for (let started = 0; started < starts.length; started += 1) {
    const start = starts[started] as number;
    while ((ends[ended] ?? Number.POSITIVE_INFINITY) <= start && ended < started) ended += 1;
    peak = Math.max(peak, started + 1 - ended);
  }
  return peak;
}

/** How long all writes were in flight together, in milliseconds; 0 when one was never sent or none ended. */
export function allInFlightMs(writes: readonly Operation[], blindUntil: number | null = null): number {
  if (neverAll(writes)) return 0;
  const flights = flightsOf(writes, blindUntil);
  const last = flights.from.reduce((latest, from) => Math.max(latest, from), 0);
  const first = flights.to.reduce((earliest, to) => Math.min(earliest, to), Number.POSITIVE_INFINITY);
  return Number.isFinite(first) ? Math.max(0, first - last) / 1e6 : 0;
}

/** Whether there is none, one was never sent, or one was over before another was sent: mostly the first few show it. */
function neverAll(writes: readonly Operation[]): boolean {
  let last = Number.NEGATIVE_INFINITY;
  let first = Number.POSITIVE_INFINITY;
  for (const { sent, firstByte, ended, complete } of writes) {
    if (sent === null) return true;
    last = Math.max(last, sent);
    // No flight lasts longer than it was seen to.
    first = Math.min(first, Math.max(sent, firstByte ?? ended ?? complete ?? Number.POSITIVE_INFINITY));
    if (last >= first) return true;
  }
  return writes.length === 0;
}
