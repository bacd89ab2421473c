import { compare, type Decimal, subtract, times } from '../../history/decimal.ts';
import { pause } from '../clock.ts';
import type { Context, Round } from '../context.ts';
import type { Position, Read, Reading } from '../reading.ts';
import { type Allowed, isCertain } from './allowed.ts';

const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 250;
/** How long a value that is already right must stand before it is believed, in milliseconds. */
const STILL_MS = 50;
/** A number that still moves gets so many times the settling time. */
const PATIENCE = 5;

/** The value that was read last, and when it was first seen (ns). */
export interface Stood {
  readonly value: Decimal;
  readonly sinceNs: number;
}

const MILLION = 1e6;
const size = (value: Decimal): Decimal => (value.unscaled < 0n ? times(value, -1n) : value);

/** Whether a number that is read again stands where it stood. */
export type Likeness = (first: Decimal, again: Decimal) => boolean;

const isSame: Likeness = (first, again) => compare(first, again) === 0;

/**
 * Two readings of an estimate may each be off by this share of how far it went from its base, to either side: so they
 * tell no movement that is below twice that.
 */
export const likeness = (share: number, base: Decimal | null): Likeness =>
  share === 0 || base === null
    ? isSame
    : (first, again) => {
        const apart = times(size(subtract(again, first)), BigInt(MILLION));
        const most = times(size(subtract(again, base)), 2n * BigInt(Math.round(share * MILLION)));
        return compare(apart, most) <= 0;
      };

/**
 * Reads until the value stands still: an allowed one for a moment (longer while unknown effects may still land), any
 * other for the whole settling time since it last moved. It stood only where a read that began after that time shows it
 * again; a failed read shows nothing. After five settling times it is left moving. Marks the end; returns the value that
 * was read last, or null when nothing could be read.
 */
export async function settle(
  context: Context,
  round: Round,
  phase: Position,
  reading: Reading,
  range: Allowed | null,
  isLike: Likeness = isSame,
): Promise<Stood | null> {
  const { clock, signal } = context;
  const { settleMs } = reading.plan;
  const start = clock.now();
  const sinceStartMs = () => (clock.now() - start) / 1e6;
  let at: Stood | null = null;
  let first: Decimal | null = null;
  let stood = false;
  for (let wait = FIRST_POLL_MS; !signal.aborted; wait = Math.min(wait * 1.5, LAST_POLL_MS)) {
    const read = await reading.read(context, round, 'settle', phase);
    const isFirst = at === null;
    const again: boolean = at !== null && first !== null && read.value !== null && isLike(first, read.value);
    if (read.value !== null && !again) first = read.value;
    if (read.value !== null)
      at = again && at !== null ? still(at, read.value) : moved(context, round, read, read.value);
    const standMs = standFor(settleMs, at?.value ?? null, range);
    if (at !== null) stood = standMs === 0 ? read.value !== null : again && began(read) - at.sinceNs >= standMs * 1e6;
    // One that is just being seen, for the first time or again, may still come to stand, however long the read took.
    const isUp = sinceStartMs() >= (at === null ? 1 : PATIENCE) * settleMs;
    const over = isUp && (at === null || !(again || isFirst));
    if (stood || over) break;
    await pause(wait, signal);
  }
  if (at === null || (signal.aborted && !stood)) return at;
  context.recorder.mark({
    ...{ settled: true, round: round.number, phaseIndex: phase.index, reading: reading.plan.name },
    afterMs: Math.max(0, (at.sinceNs - start) / 1e6),
    moving: !stood,
  });
  return at;
}

const began = ({ operation }: Read): number => operation.invoke;

function moved({ clock, progress }: Context, { number: round }: Round, { operation }: Read, value: Decimal): Stood {
  progress({ kind: 'settling', round, reading: operation.reading ?? '', value: operation.value });
  return { value, sinceNs: operation.complete ?? clock.now() };
}

const still = ({ sinceNs }: Stood, value: Decimal): Stood => ({ value, sinceNs });

function standFor(settleMs: number, value: Decimal | null, range: Allowed | null): number {
  if (value === null || range === null) return settleMs;
  return isCertain(range, value) ? Math.min(STILL_MS, settleMs) : settleMs;
}
