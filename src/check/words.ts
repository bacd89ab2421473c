import { compare, type Decimal, formatDecimal } from '../history/decimal.ts';
import type { Range } from '../verdict/report.ts';

/** `1 write`, `3 writes`. */
export const plural = (n: number | bigint, one: string, many = `${one}s`): string =>
  `${n} ${Number(n) === 1 ? one : many}`;

/** `1 write was`, `3 writes were`. */
export const wereWrites = (n: number): string => (n === 1 ? '1 write was' : `${n} writes were`);

/** `9`, `9 to 11`, `at least 9`. */
export function rangeWords({ min, max }: Range): string {
  if (max === null) return `at least ${min ?? 0}`;
  return min === max ? `${max}` : `${min ?? 0} to ${max}`;
}

/** `were`, or `was` for exactly one. */
export const were = ({ min, max }: Range): string => (min === 1 && max === 1 ? 'was' : 'were');

/** `rose from 0 to 1`, `fell from 5 to 0`, `stayed at 5`. */
export function moved(from: Decimal, to: Decimal): string {
  const order = compare(from, to);
  if (order === 0) return `stayed at ${formatDecimal(from)}`;
  return `${order < 0 ? 'rose' : 'fell'} from ${formatDecimal(from)} to ${formatDecimal(to)}`;
}

/** `concurrent`, `concurrent and spaced`. */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Milliseconds for people: `0.21 ms`, `48 ms`, `1.2 s`. */
export function duration(ms: number): string {
  if (ms >= 1_000) return `${Number((ms / 1_000).toFixed(1))} s`;
  return `${ms < 10 ? Number(ms.toFixed(2)) : Math.round(ms)} ms`;
}

/** `13.9 %`, never rounded to a certainty that is not there. */
export function percent(share: number): string {
  if (share === 0 || share === 1) return `${share * 100} %`;
  const value = share * 100;
  if (value < 0.1) return 'less than 0.1 %';
  return value > 99.9 ? 'more than 99.9 %' : `${value.toFixed(1)} %`;
}
