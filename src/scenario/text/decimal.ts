import { formatDecimal, parseDecimal, times } from '../../history/decimal.ts';
import { Mistake } from './mistake.ts';

/** A number as a plain decimal string; throws a Mistake when it is none. */
export function decimalOf(text: string): string {
  const value = parseDecimal(text);
  if (value === null) throw new Mistake(`${JSON.stringify(text)} is not a number`, 'such as 1, -1 or 0.5');
  return formatDecimal(value);
}

/** How far one write moves the number; throws a Mistake for 0. */
export function checkedStep(text: string): string {
  const step = decimalOf(text);
  if (step === '0') throw new Mistake('a step of 0 moves nothing', 'how far one write moves the number, such as 1');
  return step;
}

export const isDecimal = (text: string): boolean => parseDecimal(text) !== null;

/** The same number with the other sign; what is no number stays as it is. */
export function negative(text: string): string {
  const value = parseDecimal(text);
  return value === null ? text : formatDecimal(times(value, -1n));
}
