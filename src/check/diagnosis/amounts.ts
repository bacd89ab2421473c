import { type Decimal, parseDecimal } from '../../history/decimal.ts';
import type { HistoryHeader } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { judgeAmounts, unitsOf } from '../exact/amounts/amounts.ts';
import { type Columns, INCREMENT, RETURNED } from '../exact/columns.ts';
import type { Clock } from '../exact/judge.ts';
import { type Counter, circumstancesOf, columnsOf } from '../exact/operations.ts';
import { rowsThat } from '../exact/rows/ascending.ts';
import { changed, type Views, viewsOf } from './clocks.ts';
import { type Diagnosis, seenIn } from './diagnosis.ts';

/** Beyond it, sums of amounts are not exact. */
const LARGEST = 2 ** 40;

/** As `diagnose`, for increments of different amounts; null where they are not above 0, too large, or the start is not known. */
export function diagnoseAmounts(header: HistoryHeader, own: readonly Operation[], counter: Counter): Diagnosis | null {
  const { initial, limit } = header;
  const unit = unitOf(own, header.step);
  if (unit === null || initial === null) return null;
  const given = columnsOf(own, { initial, step: unit.text, limit, returns: counter.returns });
  const { clock } = circumstancesOf(header, own, given, counter.others);
  const amounts = Float64Array.from(given.index, (at) => unit.in((own[at] as Operation).amount ?? header.step));
  const views = viewsOf(taking(given, amounts), clock, header.clock.errorNs);
  const verdict = amongMachines(views, amounts, clock);
  const split = unitsOf(views.widest, amounts);
  const inUnits = split === null ? views : changed(views, (columns) => ofOperations(columns, amounts));
  const { widest: columns, recorded } = inUnits;
  const seen = seenIn(inUnits, verdict, null);
  const unreached = verdict === 'violation' && (split === null || seen.anomalies.size === 0);
  return {
    ...{ counter, operations: own, columns, recorded, verdict, witness: null, inUnits: true },
    ...{ startKnown: true, atLowest: null },
    ...seen,
    ...(unreached ? { anomalies: new Map([['phantom' as const, observed(columns)]]) } : {}),
  };
}

/** In single units, which lead back to the operations. */
function ofOperations(columns: Columns, amounts: Float64Array): Columns {
  const split = unitsOf(columns, amounts);
  if (split === null) throw new Error('too many units');
  return { ...split, index: split.index.map((row) => columns.index[row] as number) };
}

/**
 * Times as wide as they may be forget the order within one machine: what is wrong with them stands, but what explains
 * them must keep that order, as some order of them may, or one of the times as recorded. Otherwise nothing is known.
 */
function amongMachines(views: Views, amounts: Float64Array, clock: Clock | null): Diagnosis['verdict'] {
  const widest = judgeAmounts(views.widest, amounts);
  if (widest.verdict !== 'linearizable' || clock === null) return widest.verdict;
  if (keepsOwnOrder(widest.order, views.recorded, clock)) return 'linearizable';
  if (views.ofMachines.some((one) => judgeAmounts(one, amounts).verdict === 'violation')) return 'violation';
  return judgeAmounts(views.recorded, amounts).verdict === 'linearizable' ? 'linearizable' : 'unknown';
}

/** Whether nothing stands behind an operation of its own machine that it was complete before. */
function keepsOwnOrder(order: Int32Array, { start, end }: Columns, { machine }: Clock): boolean {
  const latest = new Map<number, number>();
  return order.every((row) => {
    const own = machine[row] as number;
    const begun = latest.get(own) ?? Number.NEGATIVE_INFINITY;
    latest.set(own, Math.max(begun, start[row] as number));
    return (end[row] as number) >= begun;
  });
}

/** The smallest decimal place of all amounts; null when one of them is not above 0, or too large. */
function unitOf(own: readonly Operation[], step: string) {
  const amounts = own.filter(({ f }) => f !== 'read').map(({ amount }) => parseDecimal(amount ?? step));
  if (!amounts.every((one): one is Decimal => one !== null && one.unscaled > 0n)) return null;
  const places = amounts.reduce((most, { scale }) => Math.max(most, scale), 0);
  const inUnits = ({ unscaled, scale }: Decimal): number => Number(unscaled * 10n ** BigInt(places - scale));
  if (amounts.reduce((sum, one) => sum + inUnits(one), 0) > LARGEST) return null;
  return {
    text: `1e-${places}`,
    in: (text: string): number => inUnits(parseDecimal(text) as Decimal),
  };
}

/** An increment that returned its value found it lower by its amount. */
const taking = (columns: Columns, amounts: Float64Array): Columns => ({
  ...columns,
  high: columns.high.map((high, row) =>
    columns.kind[row] === RETURNED ? (columns.low[row] as number) - (amounts[row] as number) : high,
  ),
});

const observed = ({ kind }: Columns): readonly number[] => rowsThat(kind.length, (row) => kind[row] !== INCREMENT);
