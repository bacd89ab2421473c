import { parseDecimal } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Counter, operationsOn } from '../exact/operations.ts';

/** One operation with its values in units of the smallest decimal place there is. */
export interface Row {
  readonly id: number;
  readonly certain: boolean;
  readonly start: number;
  /** Infinity for one whose fate is unknown. */
  readonly end: number;
  readonly machine: string | undefined;
  /** 0n for a read. */
  readonly amount: bigint;
  /** What the value had reached; null where it shows nothing. */
  readonly low: bigint | null;
  /** What the value was at most when it took effect; null where it shows nothing. */
  readonly high: bigint | null;
}

/** The operations on a counter whose amounts and start are known. */
export interface Rows {
  readonly all: readonly Row[];
  readonly initial: bigint;
  /** x was complete before y began, whatever the errors of the clocks. */
  readonly isBefore: (x: Row, y: Row) => boolean;
}

/** null where amounts are not above 0, the start is not known, there is a limit, or there are more than `most` operations. */
export function rowsOf(
  { header, operations }: Pick<History, 'header' | 'operations'>,
  counter: Counter,
  most: number,
): Rows | null {
  const own = operationsOn(operations, counter);
  const { step, initial: start, limit, clock } = header;
  if (own.length > most || start === null || limit !== null) return null;
  const units = unitsOf([step, start, ...own.flatMap(({ value, amount, upTo }) => [value, amount, upTo])]);
  const rows = own.flatMap((one) => rowOf(one, step, counter.returns, units));
  const initial = units(start);
  if (initial === null || rows.some((row) => row === null)) return null;
  const isBefore = (x: Row, y: Row): boolean => x.end + (x.machine === y.machine ? 0 : 2 * clock.errorNs) < y.start;
  return { all: rows.filter((row) => row !== null), initial, isBefore };
}

type Units = (text: string) => bigint | null;

function unitsOf(texts: readonly (string | null | undefined)[]): Units {
  const places = texts.reduce((most, text) => Math.max(most, parseDecimal(text ?? '')?.scale ?? 0), 0);
  return (text) => {
    const decimal = parseDecimal(text);
    return decimal === null ? null : decimal.unscaled * 10n ** BigInt(places - decimal.scale);
  };
}

/** None for what showed nothing and had no effect; null for what cannot be looked into. */
function rowOf(one: Operation, step: string, returns: boolean, units: Units): readonly (Row | null)[] {
  const { id, f, outcome, value, upTo, machine } = one;
  const [start, end] = [one.invoke, one.complete ?? Number.POSITIVE_INFINITY];
  const base = { id, certain: outcome === 'ok', start, end, machine };
  const shown = value === null ? null : units(value);
  if (f === 'read') {
    const most = upTo === undefined ? shown : units(upTo);
    if (outcome !== 'ok' || shown === null || most === null) return [];
    const [low, high] = shown < most ? [shown, most] : [most, shown];
    return [{ ...base, amount: 0n, low, high }];
  }
  const amount = units(one.amount ?? step);
  if (amount === null || amount <= 0n) return [null];
  if (outcome === 'fail') return [];
  const isTold = outcome === 'ok' && returns && value !== null;
  if (isTold && shown === null) return [null];
  const [low, high] = isTold && shown !== null ? [shown, shown - amount] : [null, null];
  return [{ ...base, amount, low, high }];
}
