import { add, type Decimal, formatDecimal, times } from '../../../history/decimal.ts';
import { printable } from '../../../history/printable.ts';
import type { Sums } from '../balance.ts';
import type { NumberStand, Start } from '../stand.ts';
import { joined } from './joined.ts';
import { rounded } from './rounded.ts';
import { wrapped } from './wrapped.ts';

/** A distance that no count of writes explains but the wrong kind of value does. */
export interface Distance {
  readonly before: Start;
  readonly after: NumberStand;
  readonly step: Decimal;
  readonly sums: Sums;
  /** In steps; null when it is no whole number of them. */
  readonly rise: bigint | null;
}

export interface KindFault {
  /** What was seen, with the numbers. */
  readonly message: string;
  readonly argument: string;
}

const MAX_DIGITS = 60;

/** What kind of value explains a distance outside its range: text joined, wrapped around, rounded; null when none does. */
export function kindFault(distance: Distance): KindFault | null {
  const found = joined(distance) ?? wrapped(distance) ?? rounded(distance);
  if (found === null) return null;
  const { before, after } = distance;
  const went = `the value went from ${shown(before)} to ${shown(after)}, where ${due(distance)} was due`;
  return { message: `${went}: ${found.what}`, argument: found.argument };
}

const shown = ({ text }: Start): string => printable(text, MAX_DIGITS);

function due({ before, step, sums }: Distance): string {
  const least = formatDecimal(add(before.value, times(step, BigInt(sums.acknowledged))));
  const most = formatDecimal(add(before.value, times(step, BigInt(sums.acknowledged + sums.unknown))));
  return printable(least === most ? least : `${least} to ${most}`, 2 * MAX_DIGITS);
}
