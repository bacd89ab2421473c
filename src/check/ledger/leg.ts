import { type Decimal, subtract, wholeSteps } from '../../history/decimal.ts';
import { type Balance, balance } from './balance.ts';
import { type KindFault, kindFault } from './kind.ts';
import { type PhaseRun, sumOf } from './rounds.ts';
import type { NumberStand, Stand, Start } from './stand.ts';

/** The way from one number at rest to the next, over the phases between them. */
export interface Leg {
  readonly phases: readonly PhaseRun[];
  readonly before: Start;
  readonly after: NumberStand;
  readonly acknowledged: number;
  readonly rejected: number;
  /** Unknown writes of these phases, and earlier ones that may still be under way. */
  readonly unknown: number;
  readonly distance: Decimal;
  /** In steps; null when it is no whole number of them. */
  readonly rise: bigint | null;
  /** null when the rise is no whole number of steps, or when a wrong kind of value explains it. */
  readonly balance: Balance | null;
  readonly fault: KindFault | null;
}

/** `open`: unknown writes of before that may still take effect. */
export function legOf(
  phases: readonly PhaseRun[],
  before: Start,
  after: NumberStand,
  step: Decimal,
  open: number,
): Leg {
  const { acknowledged, rejected, unknown: own } = sumOf(phases);
  const sums = { acknowledged, rejected, unknown: own + open };
  const distance = subtract(after.value, before.value);
  const rise = wholeSteps(distance, step);
  const found = rise === null ? null : balance(sums, rise);
  const within = found !== null && found.deficit === 0 && found.surplus === 0;
  const fault = within ? null : kindFault({ before, after, step, sums, rise });
  return { phases, before, after, ...sums, distance, rise, fault, balance: fault === null ? found : null };
}

/** Whether the rise is what the acknowledged and some of the unknown writes make. */
export const isWithin = ({ balance }: Leg): boolean =>
  balance !== null && balance.deficit === 0 && balance.surplus === 0;

/** Unknown writes that may still take effect after a leg: what rose above the acknowledged ones is used up. */
export function openAfter({ rise, acknowledged, unknown }: Leg): number {
  const above = rise === null ? 0n : rise - BigInt(acknowledged);
  if (above <= 0n) return unknown;
  return above >= BigInt(unknown) ? 0 : unknown - Number(above);
}

export interface Way {
  readonly legs: readonly Leg[];
  /** From the first number to the last one at rest. */
  readonly whole: Leg | null;
  /** Every phase lies in a leg. */
  readonly complete: boolean;
  /** Unknown writes that may still take effect after it. */
  readonly open: number;
}

/** Cuts a round into legs, at every number that came to rest; a phase that ended without one joins the next. */
export function wayOf(
  phases: readonly PhaseRun[],
  base: Stand | Start,
  stands: readonly Stand[],
  step: Decimal,
  open: number,
): Way {
  const legs: Leg[] = [];
  let from = 0;
  let before: Stand | Start = base;
  let left = open;
  for (const [i, after] of stands.entries()) {
    if (
      before.kind !== 'number' ||
      after.kind === 'no-number' ||
      after.kind === 'inexact' ||
      after.kind === 'unfinished'
    )
      break;
    if (after.kind === 'unread' || after.moving) continue;
    const leg = legOf(phases.slice(from, i + 1), before, after, step, left);
    legs.push(leg);
    left = openAfter(leg);
    before = after;
    from = i + 1;
  }
  const whole = wholeOf(legs, step, open);
  return {
    legs,
    whole,
    complete: from === phases.length && legs.length > 0,
    open: left + sumOf(phases.slice(from)).unknown,
  };
}

function wholeOf(legs: readonly Leg[], step: Decimal, open: number): Leg | null {
  const [first] = legs;
  const last = legs.at(-1);
  if (first === undefined || last === undefined) return null;
  return legOf(
    legs.flatMap((leg) => leg.phases),
    first.before,
    last.after,
    step,
    open,
  );
}
