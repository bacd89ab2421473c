import { compare, type Decimal, formatDecimal, parseDecimal, subtract } from '../history/decimal.ts';
import type { PhaseResult, Range } from '../verdict/report.ts';

/** A duration for people: `0.21 ms`, `48 ms`, `1.2 s`. */
export function duration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(2)} ms`;
  if (ms < 10) return `${ms.toFixed(1)} ms`;
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** `7-9`, `9` where both are the same, `?` where neither is known. */
export function range({ min, max }: Range): string {
  if (min === null && max === null) return '?';
  if (min === max) return `${min}`;
  return `${min ?? '?'}-${max ?? '?'}`;
}

/** The smallest and the largest of some ranges; unknown where one of them is. */
export function span(ranges: readonly Range[]): Range {
  const least = ranges.map((r) => r.min);
  const most = ranges.map((r) => r.max);
  return {
    min: least.includes(null) ? null : Math.min(...(least as number[])),
    max: most.includes(null) ? null : Math.max(...(most as number[])),
  };
}

export const spanOf = (numbers: readonly number[]): Range => span(numbers.map((n) => ({ min: n, max: n })));

/** How far the number moved in a phase; null where it was not read, or is no number. */
export function rise(phase: PhaseResult): Decimal | null {
  const before = phase.before === null ? null : parseDecimal(phase.before);
  const after = phase.after === null ? null : parseDecimal(phase.after);
  return before && after ? subtract(after, before) : null;
}

/** `1 to 3`, `10` where all are the same, `?` where none is known. */
export function decimalSpan(values: readonly (Decimal | null)[]): string {
  const sorted = values.filter((value) => value !== null).sort(compare);
  const [least] = sorted;
  const most = sorted.at(-1);
  if (!least || !most) return '?';
  const text = formatDecimal(least);
  return compare(least, most) === 0 ? text : `${text} to ${formatDecimal(most)}`;
}

/** The number after the phase lies outside what it may be. */
export function isWrong(phase: PhaseResult): boolean {
  if ((phase.lost.min ?? 0) > 0 || (phase.duplicated.min ?? 0) > 0) return true;
  const after = phase.after === null ? null : parseDecimal(phase.after);
  const least = phase.expected.min === null ? null : parseDecimal(phase.expected.min);
  const most = phase.expected.max === null ? null : parseDecimal(phase.expected.max);
  if (!after) return false;
  return (least !== null && compare(after, least) < 0) || (most !== null && compare(after, most) > 0);
}
