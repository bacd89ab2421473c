import { parseDecimal } from '../../history/decimal.ts';
import type { History } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import type { Proof, WitnessOfIds } from '../exact/certificate.ts';
import { type Counter, operationsOn } from '../exact/operations.ts';

/** Beyond so many operations every pair of them is too many. */
const MOST = 600;

/** Sums of amounts that are followed up at most. */
const MOST_SUMS = 100_000;

/** One operation with its values in units of the smallest decimal place there is. */
interface Row {
  readonly id: number;
  readonly certain: boolean;
  readonly start: number;
  readonly end: number;
  /** 0n for a read. */
  readonly amount: bigint;
  /** What the value had reached; null where it shows nothing. */
  readonly low: bigint | null;
  /** What the value was at most when it took effect; null where it shows nothing. */
  readonly high: bigint | null;
}

/**
 * The contradiction that proves a violation where increments are of different amounts, looked for pair by pair; null
 * where there is none of that kind, the amounts are not above 0, the start is not known, or there are too many operations.
 */
export function proofOfAmounts(
  { header, operations }: Pick<History, 'header' | 'operations'>,
  counter: Counter,
): Proof | null {
  const own = operationsOn(operations, counter);
  const units = unitsOf([
    header.step,
    header.initial,
    ...own.flatMap(({ value, amount, upTo }) => [value, amount, upTo]),
  ]);
  const initial = header.initial === null ? null : units(header.initial);
  if (own.length > MOST || initial === null || header.limit !== null) return null;
  const machines = new Set(own.map(({ machine }) => machine ?? '')).size;
  const rows = own.flatMap((one) =>
    rowOf(one, header.step, counter.returns, units, machines > 1 ? header.clock.errorNs : 0),
  );
  if (rows.some((row) => row === null)) return null;
  const known = rows.filter((row): row is Row => row !== null);
  const witness = contradictionIn(known, initial);
  return witness === null ? null : { ...counter, witness };
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
function rowOf(one: Operation, step: string, returns: boolean, units: Units, error: number): readonly (Row | null)[] {
  const { id, f, outcome, value, upTo } = one;
  const [start, end] = [one.invoke - error, one.complete === null ? Number.POSITIVE_INFINITY : one.complete + error];
  const base = { id, certain: outcome === 'ok', start, end };
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

const isInc = ({ amount }: Row): boolean => amount > 0n;
const sum = (rows: readonly Row[]): bigint => rows.reduce((n, { amount }) => n + amount, 0n);
const witnessOf = (
  form: WitnessOfIds['form'],
  floors: readonly Row[],
  increments: readonly Row[],
  ceilings: readonly Row[],
) => ({
  form,
  floors: floors.map(({ id }) => id),
  increments: increments.map(({ id }) => id),
  ceilings: ceilings.map(({ id }) => id),
});

function commonDivisor(values: readonly bigint[]): bigint {
  let common = 0n;
  for (const value of values) for (let rest = value; rest !== 0n; ) [common, rest] = [rest, common % rest];
  return common;
}

function contradictionIn(rows: readonly Row[], initial: bigint) {
  const showing = rows.filter(({ low, high }) => low !== null && high !== null) as readonly (Row & {
    low: bigint;
    high: bigint;
  })[];
  const told = showing.filter(isInc);
  for (const [i, x] of told.entries())
    for (const y of told.slice(i + 1))
      if (x.low > y.high && y.low > x.high) return witnessOf('duplicate', [], [x, y], []);
  for (const ceiling of showing) {
    if (initial > ceiling.high) return witnessOf('inversion', [], [], [ceiling]);
    for (const floor of showing)
      if (floor.end < ceiling.start && floor.low > ceiling.high) return witnessOf('inversion', [floor], [], [ceiling]);
  }
  const incs = rows.filter(isInc);
  const step = commonDivisor(incs.map(({ amount }) => amount));
  const uneven = showing.find(
    ({ low, high, amount }) => low - high === amount && step > 0n && (low - initial) % step !== 0n,
  );
  if (uneven !== undefined) return witnessOf('impossible', [uneven], [], []);
  for (const ceiling of showing) {
    for (const floor of [null, ...showing]) {
      const base = floor === null ? initial : floor.low;
      const between = incs.filter(
        (one) => one.certain && one.end < ceiling.start && (floor === null || floor.end < one.start),
      );
      if (between.length > 0 && sum(between) > ceiling.high - base)
        return witnessOf('lost', floor === null ? [] : [floor], between, [ceiling]);
    }
  }
  for (const floor of showing) {
    const above = told.filter((one) => one.high >= floor.low);
    const left = incs.filter((one) => one.start <= floor.end && !above.some(({ id }) => id === one.id));
    if (initial + sum(left) < floor.low) return witnessOf('impossible', [floor], above, []);
    for (const ceiling of showing) {
      const outside = told.filter((one) => one.high >= floor.low || one.low <= ceiling.high);
      const inside = incs.filter(
        (one) => one.start <= floor.end && one.end >= ceiling.start && !outside.some(({ id }) => id === one.id),
      );
      if (sum(inside) < floor.low - ceiling.high) return witnessOf('jump', [floor], outside, [ceiling]);
    }
  }
  const unmade = showing.find((one) => one.low - one.amount === one.high && !isMade(one, incs, initial));
  return unmade === undefined ? null : witnessOf('unreachable', [unmade], [], []);
}

/** Whether some choice of the increments that may have come by then makes the value; true where there are too many. */
function isMade(one: Row, incs: readonly Row[], initial: bigint): boolean {
  const others = incs.filter(({ id }) => id !== one.id);
  const before = others.filter(({ certain, end }) => certain && end < one.start);
  let sums = new Set([initial + sum(before)]);
  for (const other of others.filter((inc) => !before.includes(inc) && inc.start <= one.end)) {
    sums = new Set([...sums, ...[...sums].map((value) => value + other.amount)]);
    if (sums.size > MOST_SUMS) return true;
  }
  return one.high !== null && sums.has(one.high);
}
