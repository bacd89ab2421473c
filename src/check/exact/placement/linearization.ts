import { type Columns, isIncrement, READ, REFUSED } from '../columns.ts';
import { type Layer, visitInOrder } from '../rows/layers.ts';

/**
 * The rows in an order that explains every value and keeps what the layers order, from the slots of the increments.
 * An increment stands where the value reaches its slot. A read stands at the first value, not below its own, that
 * nothing before it has passed; since its slots keep the order, that is never above its own highest.
 */
export function orderBySlots(columns: Columns, layers: readonly Layer[], slot: Int32Array): Int32Array {
  const { size, kind, low } = columns;
  const value = new Float64Array(size).fill(-1);
  const order: number[] = [];
  visitInOrder(layers, size, (row, highest) => {
    if (isIncrement(kind[row])) value[row] = slot[row] === 0 ? -1 : (slot[row] as number);
    else value[row] = Math.max(0, low[row] as number, highest < 0 ? 0 : (value[highest] as number));
    if (value[row] !== -1) order.push(row);
    return value[row] as number;
  });
  return byValue(columns, order, value);
}

/** Each value's increment, then what reads it, in the order visited. */
function byValue({ kind }: Columns, order: readonly number[], value: Float64Array): Int32Array {
  const isRead = (row: number): number => (kind[row] === READ || kind[row] === REFUSED ? 1 : 0);
  const place = (row: number): number => 2 * (value[row] as number) + isRead(row);
  const next = new Int32Array(order.reduce((most, row) => Math.max(most, place(row)), 0) + 2);
  for (const row of order) next[place(row) + 1] = (next[place(row) + 1] as number) + 1;
  for (let i = 1; i < next.length; i++) next[i] = (next[i] as number) + (next[i - 1] as number);
  const sorted = new Int32Array(order.length);
  for (const row of order) {
    const at = next[place(row)] as number;
    next[place(row)] = at + 1;
    sorted[at] = row;
  }
  return sorted;
}
