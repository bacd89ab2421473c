import { add, compare, type Decimal, parseDecimal, times } from '../history/decimal.ts';
import { pause } from './clock.ts';
import type { Context, Round, Tally } from './context.ts';
import type { Position, Reading } from './reading.ts';

const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 250;
/** How long a value that is already right must stand before it is believed, in milliseconds. */
const STILL_MS = 50;
/** A number that still moves gets so many times the settling time. */
const PATIENCE = 5;

/** Values that the writes so far allow; null when the value before them is not known. */
export interface Allowed {
  readonly low: Decimal;
  readonly high: Decimal;
}

/** What a value may be after a phase: each acknowledged write counted, each unknown one or not. */
export function allowed(before: Decimal | null, step: string, tally: Tally): Allowed | null {
  const size = parseDecimal(step);
  if (before === null || size === null) return null;
  const least = add(before, times(size, BigInt(tally.acknowledged)));
  const most = add(least, times(size, BigInt(tally.unknown)));
  return compare(least, most) <= 0 ? { low: least, high: most } : { low: most, high: least };
}

/** The value that stood, and when it was first seen (ns). */
export interface Stood {
  readonly value: Decimal;
  readonly sinceNs: number;
}

/**
 * Reads until the value stands still: an allowed one for a moment (longer while unknown effects may still land), any
 * other for the whole settling time since it last moved. After five settling times it is left moving. Marks the end;
 * returns the value that stood, or null when nothing could be read.
 */
export async function settle(
  context: Context,
  round: Round,
  phase: Position,
  reading: Reading,
  range: Allowed | null,
): Promise<Stood | null> {
  const { clock, plan, signal } = context;
  const start = clock.now();
  const sinceMs = (ns: number) => (clock.now() - ns) / 1e6;
  let value: Decimal | null = null;
  let changedNs = start;
  for (let wait = FIRST_POLL_MS; !signal.aborted; wait = Math.min(wait * 1.5, LAST_POLL_MS)) {
    const read = await reading.read(context, round, 'settle', phase);
    if (read.value !== null && (value === null || compare(read.value, value) !== 0)) {
      value = read.value;
      changedNs = read.operation.complete ?? clock.now();
      context.progress({
        kind: 'settling',
        round: round.number,
        reading: reading.plan.name,
        value: read.operation.value,
      });
    }
    const stillMs = sinceMs(value === null ? start : changedNs);
    const over = sinceMs(start) >= PATIENCE * plan.settleMs;
    if (stillMs >= standFor(plan.settleMs, value, range) || over) break;
    await pause(wait, signal);
  }
  if (value === null) return null;
  const moving = sinceMs(changedNs) < standFor(plan.settleMs, value, range) && !signal.aborted;
  const afterMs = Math.max(0, (changedNs - start) / 1e6);
  context.recorder.mark({
    settled: true,
    round: round.number,
    phaseIndex: phase.index,
    reading: reading.plan.name,
    afterMs,
    moving,
  });
  return { value, sinceNs: changedNs };
}

function standFor(settleMs: number, value: Decimal | null, range: Allowed | null): number {
  if (value === null || range === null) return settleMs;
  const certain = compare(range.low, range.high) === 0 && compare(value, range.low) === 0;
  return certain ? Math.min(STILL_MS, settleMs) : settleMs;
}
