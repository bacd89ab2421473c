import { type Columns, ColumnsBuilder, INCREMENT, isIncrement, RETURNED } from '../columns.ts';
import { orderBySlots } from '../placement/linearization.ts';
import { realTime } from '../rows/layers.ts';
import { fill } from './fill.ts';
import { type Gaps, gapsOf } from './gaps.ts';
import { dividesEvenly, type Filling, pour } from './pour.ts';

export type AmountsJudgement =
  /** Rows in an order that explains every value; uncertain ones that are left out took no effect. */
  | { readonly verdict: 'linearizable'; readonly order: Int32Array }
  | { readonly verdict: 'violation' }
  /** The search ended at its budget, or it was asked for ranges or a limit. */
  | { readonly verdict: 'unknown' };

const BUDGET = 200_000;

/**
 * Whether a history of increments of different amounts is linearizable. To decide it is strongly NP-complete (it can ask
 * to part numbers into groups of equal sums), so beside what pouring settles there is a search with a budget. `amounts`
 * are whole and above 0, by row; an increment that returned v has v for `low` and v less its amount for `high`.
 */
export function judgeAmounts(columns: Columns, amounts: Float64Array, budget: number = BUDGET): AmountsJudgement {
  if (isBeyond(columns)) return { verdict: 'unknown' };
  const gaps = gapsOf(columns, amounts);
  if (gaps === null || !dividesEvenly(amounts, gaps)) return { verdict: 'violation' };
  const filling = pour(columns, amounts, gaps) ?? fill(columns, amounts, gaps, budget);
  if (filling === null) return { verdict: 'unknown' };
  if (filling === 'violation') return { verdict: 'violation' };
  return { verdict: 'linearizable', order: orderOf(columns, gaps, filling) };
}

const isBeyond = ({ kind, low, high, limit }: Columns): boolean =>
  limit !== Number.POSITIVE_INFINITY ||
  low.some((value, row) => !isIncrement(kind[row]) && value !== high[row] && !Number.isNaN(value));

/** With the increments in the order of gaps and of completion, each is one step of a counter of single steps. */
function orderOf(columns: Columns, { marks, room, jobs }: Gaps, into: Filling): Int32Array {
  const rows: number[][] = room.map(() => []);
  for (const row of jobs) if (into[row] !== -1) rows[into[row] as number]?.push(row);
  const slot = new Int32Array(columns.size);
  const steps = new Map<number, number>([[0, 0]]);
  let value = 0;
  room.forEach((_, gap) => {
    const own = rows[gap] as number[];
    for (const row of own) slot[row] = ++value;
    if (own.length === 0 && gap < room.length - 1) value++;
    if (gap < marks.length - 1) steps.set(marks[gap + 1] as number, value);
  });
  const renamed = (values: Float64Array): Float64Array =>
    values.map((one, row) => (columns.kind[row] === INCREMENT ? one : (steps.get(one) as number)));
  const low = renamed(columns.low);
  low.forEach((one, row) => {
    if (columns.kind[row] === RETURNED) slot[row] = one;
  });
  return orderBySlots({ ...columns, low, high: renamed(columns.high) }, realTime(columns), slot);
}

const MOST_UNITS = 1_000_000;

/**
 * The same history with every increment as so many single ones, at the same time: what is wrong with it is wrong with
 * the whole ones too. null when they are too many, or a value is no whole number.
 */
export function unitsOf(columns: Columns, amounts: Float64Array): Columns | null {
  const total = amounts.reduce((sum, amount, row) => sum + (isIncrement(columns.kind[row]) ? amount : 1), 0);
  if (!(total <= MOST_UNITS)) return null;
  let nobody = columns.process.reduce((most, one) => Math.max(most, one + 1), 0);
  const builder = new ColumnsBuilder(total);
  for (let row = 0; row < columns.size; row++) {
    const kind = columns.kind[row] as number;
    const units = isIncrement(kind) ? (amounts[row] as number) : 1;
    for (let unit = 1; unit <= units; unit++) {
      const below = (columns.high[row] as number) + unit - 1;
      builder.add({
        kind,
        certain: columns.certain[row] === 1,
        start: columns.start[row] as number,
        end: columns.end[row] as number,
        low: kind === RETURNED ? below + 1 : (columns.low[row] as number),
        high: kind === RETURNED ? below : (columns.high[row] as number),
        // A client did one operation, whatever its amount: the other units are nobody's.
        process: unit === units ? (columns.process[row] as number) : nobody++,
        index: row,
      });
    }
  }
  return builder.end(columns.limit);
}
