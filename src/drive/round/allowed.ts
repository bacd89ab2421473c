import { add, compare, type Decimal, parseDecimal, times } from '../../history/decimal.ts';
import type { HistoryHeader, PhaseInfo, Quantity, ReadingExpectation } from '../../history/history.ts';
import type { Count, Tally } from '../tally.ts';

/** Values that are right; null: no bound on that side. */
export interface Allowed {
  readonly low: Decimal | null;
  readonly high: Decimal | null;
}

/** Where one reading stands after a phase: what a right value is told from. */
export interface Standing {
  readonly reading: string;
  readonly phase: PhaseInfo;
  /** Ahead of the phase, and of the round; null where it is not known. */
  readonly before: Decimal | null;
  readonly base: Decimal | null;
  readonly tally: Tally;
  readonly round: Tally;
}

/**
 * What a reading may be after a phase, by every expectation that is judged there; null when nothing is known of it, as
 * where only the end of the round is told. A phase without writes leaves a value as it was.
 */
export function allowed(header: HistoryHeader, standing: Standing): Allowed | null {
  const { reading, tally, before } = standing;
  if (tally.total === 0) return before && { low: before, high: before };
  const ranges = header.expect.readings
    .filter((one) => one.reading === reading)
    .flatMap((one) => [risen(header, one, standing), resting(header, one, standing)])
    .filter((range) => range !== null);
  if (ranges.length === 0) return null;
  const low = most(ranges.map((range) => range.low));
  const high = least(ranges.map((range) => range.high));
  return low !== null && high !== null && compare(low, high) > 0 ? null : { low, high };
}

/** By how far it rises; an expectation with a tolerance tells no value that is right for certain. */
function risen(header: HistoryHeader, one: ReadingExpectation, standing: Standing): Allowed | null {
  const alone = isAlone(one);
  const from = alone ? standing.before : standing.base;
  if (one.risesBy === null || one.within !== undefined || from === null || !isJudged(one, standing)) return null;
  const plain = parseDecimal(one.risesBy);
  if (plain !== null) return alone || isEnd(header, standing) ? exactly(add(from, plain)) : null;
  if (header.readings.includes(one.risesBy)) return null;
  const step = parseDecimal(one.step ?? header.step);
  return step && moved(from, step, (alone ? standing.tally : standing.round).intents(one.risesBy));
}

function moved(from: Decimal, step: Decimal, { least, most }: Count): Allowed {
  const [one, other] = [add(from, times(step, BigInt(least))), add(from, times(step, BigInt(most)))];
  return compare(one, other) <= 0 ? { low: one, high: other } : { low: other, high: one };
}

/** By the value that it comes to rest at. */
function resting(header: HistoryHeader, one: ReadingExpectation, standing: Standing): Allowed | null {
  if (!isJudged(one, standing) || !(isAlone(one) || isEnd(header, standing))) return null;
  const { equals, atLeast, atMost } = one;
  if (equals === undefined && atLeast === undefined && atMost === undefined) return null;
  const sums = isAlone(one) ? standing.tally : standing.round;
  const range = (quantity: Quantity | undefined) => quantityOf(header, quantity, sums);
  const same = range(equals);
  return {
    low: most([same?.low ?? null, range(atLeast)?.low ?? null]),
    high: least([same?.high ?? null, range(atMost)?.high ?? null]),
  };
}

function quantityOf(header: HistoryHeader, quantity: Quantity | undefined, sums: Tally): Allowed | null {
  if (quantity === undefined || header.readings.includes(quantity)) return null;
  const plain = parseDecimal(quantity);
  if (plain !== null) return exactly(plain);
  // A value may follow answers or what was meant by them.
  const [answers, intents] = [sums.answers(quantity), sums.intents(quantity)];
  const range = { least: Math.min(answers.least, intents.least), most: Math.max(answers.most, intents.most) };
  return moved(ZERO, ONE, range);
}

const ZERO: Decimal = { unscaled: 0n, scale: 0 };
const ONE: Decimal = { unscaled: 1n, scale: 0 };

const exactly = (value: Decimal): Allowed => ({ low: value, high: value });
const isAlone = ({ perPhase, phaseIndex }: ReadingExpectation): boolean => perPhase || phaseIndex !== undefined;

const isJudged = ({ phaseIndex }: ReadingExpectation, { phase }: Standing): boolean =>
  phaseIndex === undefined || phaseIndex === phase.index;

/** No later phase sends writes. */
const isEnd = ({ phases }: HistoryHeader, { phase }: Standing): boolean =>
  phases.every(({ index, count }) => index <= phase.index || count === 0);

const known = (values: readonly (Decimal | null)[]): readonly Decimal[] => values.filter((one) => one !== null);
const most = (values: readonly (Decimal | null)[]): Decimal | null =>
  known(values).reduce<Decimal | null>((a, b) => (a === null || compare(a, b) < 0 ? b : a), null);
const least = (values: readonly (Decimal | null)[]): Decimal | null =>
  known(values).reduce<Decimal | null>((a, b) => (a === null || compare(a, b) > 0 ? b : a), null);

export const isOutside = ({ low, high }: Allowed, value: Decimal): boolean =>
  (low !== null && compare(value, low) < 0) || (high !== null && compare(value, high) > 0);

/** The only value that is right. */
export const isCertain = ({ low, high }: Allowed, value: Decimal): boolean =>
  low !== null && high !== null && compare(low, high) === 0 && compare(value, low) === 0;
