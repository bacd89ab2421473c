import { compare, type Decimal } from '../history/decimal.ts';
import { type Allowed, isCertain } from './allowed.ts';
import { pause } from './clock.ts';
import type { Context, Round } from './context.ts';
import type { Position, Reading } from './reading.ts';

const FIRST_POLL_MS = 10;
const LAST_POLL_MS = 250;
/** How long a value that is already right must stand before it is believed, in milliseconds. */
const STILL_MS = 50;
/** A number that still moves gets so many times the settling time. */
const PATIENCE = 5;

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
  const { clock, signal } = context;
  const { settleMs } = reading.plan;
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
    const over = sinceMs(start) >= PATIENCE * settleMs;
    if (stillMs >= standFor(settleMs, value, range) || over) break;
    await pause(wait, signal);
  }
  if (value === null) return null;
  const moving = sinceMs(changedNs) < standFor(settleMs, value, range) && !signal.aborted;
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
  return isCertain(range, value) ? Math.min(STILL_MS, settleMs) : settleMs;
}
