import { type Columns, INCREMENT, RETURNED } from '../columns.ts';
import { ascending, everyRow, rowsThat } from '../rows/ascending.ts';
import { realTime, reversed, visitInOrder } from '../rows/layers.ts';

/**
 * The ground for increments of different amounts: the start and every value that was shown are marks, and what lies
 * between two neighbouring marks is a gap, which increments must fill to the brim without lying across a mark. Above
 * the last mark there is one gap more, without end.
 */
export interface Gaps {
  /** Ascending, from 0. */
  readonly marks: readonly number[];
  /** By gap, from the one above mark 0: how much plain increments have to fill; 0 where an increment that returned its value does. */
  readonly room: readonly number[];
  /** Plain increments, the first to complete first, uncertain ones last. */
  readonly jobs: Int32Array;
  /** By row: the lowest and the highest gap it can lie in. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** null when the values contradict each other already: an order of time turned round, or an increment across a mark. */
export function gapsOf(columns: Columns, amounts: Float64Array): Gaps | null {
  const { size, kind, end, low, high } = columns;
  const marks = [...new Set([0, ...observations(columns).flatMap((row) => [low[row] as number, high[row] as number])])];
  marks.sort((a, b) => a - b);
  if (!marks.every((mark) => mark >= 0 && mark < Number.POSITIVE_INFINITY)) return null;
  const at = new Map(marks.map((mark, i) => [mark, i]));
  const room = marks.slice(1).map((mark, i) => mark - (marks[i] as number));
  for (const row of observations(columns)) {
    if (kind[row] !== RETURNED) continue;
    const gap = at.get(high[row] as number) as number;
    if (room[gap] !== amounts[row]) return null;
    room[gap] = 0;
  }
  const bounds = boundsIn(columns, at);
  if (bounds === null) return null;
  const jobs = ascending(
    end,
    everyRow(size).filter((row) => kind[row] === INCREMENT),
  );
  return { marks, room: [...room, Number.POSITIVE_INFINITY], jobs, ...bounds };
}

const observations = ({ kind }: Columns): readonly number[] => rowsThat(kind.length, (row) => kind[row] !== INCREMENT);

function boundsIn(columns: Columns, at: ReadonlyMap<number, number>): Pick<Gaps, 'from' | 'to'> | null {
  const { size, low, high } = columns;
  const [from, to] = [new Float64Array(size), new Float64Array(size).fill(at.size - 1)];
  const layers = realTime(columns);
  let inverted = false;
  visitInOrder(layers, size, (row, highest) => {
    if (highest >= 0) from[row] = at.get(Math.max(0, low[highest] as number)) as number;
    inverted ||= highest >= 0 && (low[highest] as number) > (high[row] as number);
    return low[row] as number;
  });
  visitInOrder(reversed(layers), size, (row, lowest) => {
    const value = lowest < 0 ? Number.POSITIVE_INFINITY : (high[lowest] as number);
    if (value < Number.POSITIVE_INFINITY) to[row] = (at.get(value) as number) - 1;
    return -(high[row] as number);
  });
  return inverted ? null : { from, to };
}
