import { formatDecimal } from '../../../history/decimal.ts';
import { plural } from '../../words.ts';
import type { Distance } from './kind.ts';

/** More than so many times what the writes can add is no count of them, however often each came. */
const IMPLAUSIBLE = 10;

/**
 * Adding by joining text: 10, 101, 1011. The text after is the text before with the step's digits behind it, once for
 * each write; or for fewer, where the value grew by more than any double count would make it grow.
 */
export function joined({ before, after, step, sums }: Distance): { what: string; argument: string } | null {
  const unit = formatDecimal(step);
  const [from, to] = [digitsOf(before.text), digitsOf(after.text)];
  if (from === null || to === null || !/^\d+$/.test(unit)) return null;
  const prefix = from === '0' ? '' : from;
  const times = (to.length - prefix.length) / unit.length;
  const most = sums.acknowledged + sums.unknown;
  if (!Number.isInteger(times) || times < 1 || times > most || to !== prefix + unit.repeat(times)) return null;
  const huge = BigInt(to) - BigInt(from) > BigInt(IMPLAUSIBLE * most) * BigInt(unit);
  if (times < sums.acknowledged && !huge) return null;
  return {
    what: `${unit} was joined to it as text, ${plural(times, 'time')}`,
    argument: `The digits after are the digits before with ${unit} behind them ${plural(times, 'time')}: the value is kept as text, and + joins text.`,
  };
}

/** Without leading zeros; null for anything but digits. */
function digitsOf(text: string): string | null {
  return /^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, '') : null;
}
