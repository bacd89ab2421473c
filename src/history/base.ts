import { isSame, parseDecimal } from './decimal.ts';
import type { History, HistoryHeader } from './history.ts';
import type { Operation } from './operation.ts';
import { splitByKey } from './split.ts';

/** The number before the first write to any of its counters; null where nobody knows, or one began with another. */
export function startOf({ header, operations }: Pick<History, 'header' | 'operations'>): string | null {
  if (header.initial !== null || operations.length === 0) return header.initial ?? '0';
  const starts = splitByKey({ header, operations }).map(
    ({ operations: own }) => baseOf(own) ?? unreadBase(header, own),
  );
  const [first = null] = starts;
  return first !== null && starts.every((start) => start !== null && isSame(start, first)) ? first : null;
}

/**
 * What a counter began with, as it was read ahead of the first write to it; null where that is not known. Every machine
 * that wrote must have read it first, and all must have read the same: one of them wrote first.
 */
export function baseOf(own: readonly Operation[]): string | null {
  const began = own.reduce((least, { round }) => Math.min(least, round), Number.POSITIVE_INFINITY);
  const reads = own.filter((one) => one.round === began && isBase(one));
  const [first = null] = reads.map(({ value }) => value);
  const machines = new Set(reads.map(({ machine }) => machine));
  const isKnown = own.every(({ f, machine }) => f === 'read' || machines.has(machine));
  return first !== null && isKnown && reads.every(({ value }) => isSame(value ?? '', first)) ? first : null;
}

const isBase = ({ role, outcome, value, upTo }: Operation): boolean =>
  role === 'before' && outcome === 'ok' && value !== null && parseDecimal(value) !== null && upTo === undefined;

/** What has a limit and no number is taken to be unused, unless it refused somebody before it let anybody in. */
function unreadBase({ object, readings }: HistoryHeader, own: readonly Operation[]): string | null {
  if (object !== 'quota' || readings.length > 0) return null;
  const refused = own.filter(({ counts }) => counts === 'rejected').map(({ complete }) => complete ?? 0);
  const first = refused.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  return own.some(({ counts, invoke }) => counts === 'acknowledged' && invoke <= first) ? '0' : null;
}
