import { add, compare, type Decimal, subtract, times, wholeSteps } from '../../history/decimal.ts';
import { type Balance, balance } from './balance.ts';
import { type KindFault, kindFault } from './kind/kind.ts';
import { type Measure, shareOf } from './measure.ts';
import type { PhaseRun } from './rounds.ts';
import { sendsWrites } from './sends.ts';
import type { NumberStand, Stand, Start } from './stand.ts';
import { type Tally, tallyOf } from './tally.ts';

/** The way from one number at rest to the next, over the phases between them; its sums are of intents. */
export interface Leg extends Tally {
  readonly phases: readonly PhaseRun[];
  readonly measure: Measure;
  readonly before: Start;
  readonly after: NumberStand;
  readonly distance: Decimal;
  /** In steps; null when it is no whole number of them. */
  readonly rise: bigint | null;
  /** null when the writes are not taken to move it, the rise is no whole number of steps, or a wrong kind of value explains it. */
  readonly balance: Balance | null;
  readonly fault: KindFault | null;
  /** What an estimate that had gone some way before may add to how far it is off: at both ends it is off by a share of it. */
  readonly slack: Decimal;
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };

/** Where a leg runs, and what is not put down to its writes. */
interface Stretch {
  readonly phases: readonly PhaseRun[];
  readonly before: Start;
  readonly after: NumberStand;
  /** Unknown writes of before that may still take effect. */
  readonly open: number;
  /** Unknown writes of before that the number has shown by then; left out: none. */
  readonly shown?: number;
  /** What something other than writes moved it by; left out: nothing. */
  readonly aside?: Decimal;
  /** How far the number had gone when it began; left out: nowhere. */
  readonly gone?: Decimal;
}

function legOf({ phases, before, after, open, shown = 0, aside, gone = ZERO }: Stretch, measure: Measure): Leg {
  const { step, counted, plain } = measure;
  const tally = tallyOf(phases, counted);
  // Of those acknowledged in it that may have taken effect before, as many may as the number has shown more by then.
  const early = Math.min(tally.carried, shown);
  const left = Math.max(0, open - tally.carried + early);
  const sums = { ...tally, acknowledged: tally.acknowledged - early, unknown: tally.unknown + left };
  const moved = subtract(after.value, before.value);
  const distance = aside === undefined ? moved : subtract(moved, aside);
  const rise = wholeSteps(distance, step);
  const slack = times(shareOf(gone, measure.within), 2n);
  const base = { phases, measure, before, after, ...sums, distance, rise, slack };
  if (plain) return { ...base, balance: null, fault: null };
  if (isTolerated(distance, sums, measure, slack))
    return { ...base, balance: balance(sums, inside(rise, sums)), fault: null };
  const found = rise === null ? null : balance(sums, rise);
  const within = found !== null && found.deficit === 0 && found.surplus === 0;
  const fault = within || aside !== undefined ? null : kindFault({ before, after, step, sums, rise });
  return { ...base, fault, balance: fault === null ? found : null };
}

/** Off by no more than the share that was allowed. */
function isTolerated(
  distance: Decimal,
  { acknowledged, unknown }: Tally,
  { step, within }: Measure,
  slack: Decimal,
): boolean {
  if (within === 0) return false;
  const ends = [acknowledged, acknowledged + unknown].map((n) => times(step, BigInt(n))).sort(compare);
  const [least, most] = ends as [Decimal, Decimal];
  return (
    compare(distance, subtract(least, add(slack, shareOf(least, within)))) >= 0 &&
    compare(distance, add(most, add(slack, shareOf(most, within)))) <= 0
  );
}

/** The rise that counts where it is off by what is allowed: the nearest that the writes make. */
function inside(rise: bigint | null, { acknowledged, unknown }: Tally): bigint {
  const [least, most] = [BigInt(acknowledged), BigInt(acknowledged + unknown)];
  if (rise === null || rise < least) return least;
  return rise > most ? most : rise;
}

/** Whether the rise is what the acknowledged and some of the unknown writes make. */
export const isWithin = ({ balance, acknowledged, rise }: Leg): boolean =>
  balance !== null && balance.deficit === 0 && balance.surplus === 0 && !fellBelow(acknowledged, rise);

/** No write was to move it, and it moved against all writes. */
const fellBelow = (acknowledged: number, rise: bigint | null): boolean =>
  acknowledged === 0 && rise !== null && rise < 0n;

/** Unknown writes that may still take effect after a leg: what rose above the acknowledged ones is used up. */
function openAfter({ rise, acknowledged, unknown }: Leg): number {
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
  /** Acknowledged writes after the last number at rest. */
  readonly owed: number;
}

/** What moves in a leg without writes and is not put down to them. */
type IsAside = (leg: Leg) => boolean;

/**
 * Cuts a round into legs, at every number that came to rest; a phase that ended without one joins the next. `isAside`:
 * of legs without writes, those whose movement is left out of the sum over the round.
 */
export function wayOf(
  phases: readonly PhaseRun[],
  base: Stand | Start,
  stands: readonly Stand[],
  given: Measure,
  open: number,
  isAside: IsAside = () => false,
): Way {
  const measure = isBeyond(given, phases) ? { ...given, plain: true } : given;
  const legs: Leg[] = [];
  let from = 0;
  let before: Stand | Start = base;
  let [left, shown] = [open, 0];
  for (const [i, after] of stands.entries()) {
    if (
      before.kind !== 'number' ||
      after.kind === 'no-number' ||
      after.kind === 'inexact' ||
      after.kind === 'unfinished'
    )
      break;
    if (after.kind === 'unread' || after.kind === 'unlooked' || after.moving) continue;
    const gone = base.kind === 'number' ? subtract(before.value, base.value) : ZERO;
    const leg = legOf({ phases: phases.slice(from, i + 1), before, after, open: left, shown, gone }, measure);
    legs.push(leg);
    left = openAfter(leg);
    shown += leg.unknown - left;
    before = after;
    from = i + 1;
  }
  const rest = stands.slice(from);
  const after = tallyOf(phases.slice(from), measure.counted);
  const whole = wholeOf(legs, measure, open, isAside);
  return {
    legs: whole !== null && isWithin(whole) ? legs.map(unfaulted) : legs,
    whole,
    complete: legs.length > 0 && rest.every(({ kind }) => kind === 'unlooked') && !phases.slice(from).some(sendsWrites),
    open: left + after.unknown,
    owed: after.acknowledged,
  };
}

/** It is to rise by more than one step for each write, so a step is not what one write adds: nothing is known of that. */
function isBeyond({ step, wanted, counted }: Measure, phases: readonly PhaseRun[]): boolean {
  if (wanted === null) return false;
  const { rise, perPhase, phaseIndex } = wanted;
  const judged = phaseIndex === undefined ? phases : phases.filter(({ info }) => info.index === phaseIndex);
  const asked =
    perPhase && phaseIndex === undefined
      ? times(rise, BigInt(phases.filter(({ writes }) => writes.length > 0).length))
      : rise;
  const steps = wholeSteps(asked, step);
  const { acknowledged, unknown, rejected, others, repeats } = tallyOf(judged, counted);
  const notSent = judged.reduce((n, { counts }) => n + counts.notSent, 0);
  return steps === null || steps > BigInt(acknowledged + unknown + rejected + others + repeats + notSent);
}

/** Where the sum is right the value is a count, however odd one step of it looks: 1, 11 after ten that were held back. */
const unfaulted = (leg: Leg): Leg =>
  leg.fault === null || leg.rise === null ? leg : { ...leg, fault: null, balance: balance(leg, leg.rise) };

function wholeOf(legs: readonly Leg[], measure: Measure, open: number, isAside: IsAside): Leg | null {
  const [first] = legs;
  const last = legs.at(-1);
  if (first === undefined || last === undefined) return null;
  const asides = legs.filter((leg) => !legSends(leg) && leg.distance.unscaled !== 0n && isAside(leg));
  const aside = asides.length === 0 ? {} : { aside: asides.map(({ distance }) => distance).reduce(add) };
  const phases = legs.flatMap((leg) => leg.phases);
  return legOf({ phases, before: first.before, after: last.after, open, ...aside }, measure);
}

/** Whether writes were sent in a leg. */
export const legSends = ({ phases }: Leg): boolean => phases.some(sendsWrites);
