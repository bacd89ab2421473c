import { compare, type Decimal, formatDecimal, parseDecimal } from '../../../history/decimal.ts';
import type { Distance } from './kind.ts';

interface Precision {
  readonly name: string;
  readonly round: (value: number) => number;
  /** From here on neighbours lie more than 1 apart. */
  readonly limit: number;
}

const PRECISIONS: readonly Precision[] = [
  { name: 'double', round: (value) => value, limit: 2 ** 53 },
  { name: 'single', round: Math.fround, limit: 2 ** 24 },
];

/** More writes than a run sends; it bounds the work, not the answer. */
const MAX_ADDITIONS = 100_000;

/**
 * Adding in floating point, where it has no digit left for the step: 2^53 and 1 are 2^53. What was read must be just
 * what such additions give, one by one or all in one.
 */
export function rounded(distance: Distance): { what: string; argument: string } | null {
  const precision = PRECISIONS.find((p) => reproduces(distance, p));
  if (precision === undefined) return null;
  return {
    what: `adding in ${precision.name} precision floating point gives just that`,
    argument: `Additions in ${precision.name} precision reach what was read, exact ones do not: a number of this size or with this fraction has no digit left for the step.`,
  };
}

function reproduces({ before, after, step, sums, rise }: Distance, precision: Precision): boolean {
  const [start, unit, end] = [asDouble(before.value), asDouble(step), asDouble(after.value)];
  const most = Math.min(sums.acknowledged + sums.unknown, MAX_ADDITIONS);
  if (precision.round(start) !== start || !is(before.value, start)) return false;
  if ([start, unit, end].every(Number.isInteger) && largest(start, start + most * unit, end) < precision.limit)
    return false;
  // A counter above the limit that loses everything looks like one that is stuck: only at the limit is that told apart.
  if (precision.name === 'single' && rise === 0n && start !== precision.limit) return false;
  // A sum that is no whole number of steps may be rounded and short of some writes as well.
  const fewest = rise === null ? 1 : sums.acknowledged;
  let sum = start;
  for (let n = 1; n <= most; n += 1) {
    sum = precision.round(sum + unit);
    const atOnce = precision.round(start + n * unit);
    if (n >= fewest && (sum === end || atOnce === end) && is(after.value, end)) return true;
  }
  return false;
}

const asDouble = (value: Decimal): number => Number(formatDecimal(value));
const largest = (...values: readonly number[]): number => Math.max(...values.map(Math.abs));

/** The exact value of a double, or the short form that it is printed in. */
function is(value: Decimal, double: number): boolean {
  const printed = parseDecimal(String(double));
  if (printed !== null && compare(value, printed) === 0) return true;
  return Number.isInteger(double) && value.scale === 0 && value.unscaled === BigInt(double);
}
