import { type Columns, INCREMENT, READ, RETURNED } from '../columns.ts';
import { FirstRow } from '../rows/first.ts';
import { type Witness, witness } from './witness.ts';

/** One value that contradicts the start value, the limit or the steps by itself. `most`: no value can be above it. */
export function wrongAlone(columns: Columns, most: number): Witness | null {
  for (const wrong of everyWrongAlone(columns, most)) return wrong;
  return null;
}

/** All such values, each with every way in which it is wrong. */
export function* everyWrongAlone({ size, kind, low, high, limit }: Columns, most: number): Generator<Witness> {
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT) continue;
    const [least, highest] = [low[row] as number, high[row] as number];
    if (least > limit) yield witness('overflow', { floors: [row] });
    const isCounted = least <= most && least < Number.POSITIVE_INFINITY;
    if (!isCounted || (kind[row] === READ && !(least <= highest))) yield witness('impossible', { floors: [row] });
    if (highest < 0) yield witness('inversion', { ceilings: [row] });
  }
}

export function repeated({ size, kind, low }: Columns): Witness | null {
  const first = new FirstRow(size);
  for (let row = 0; row < size; row++) {
    if (kind[row] !== RETURNED || !Number.isFinite(low[row])) continue;
    const other = first.note(low[row] as number, row);
    if (other >= 0) return witness('duplicate', { increments: [other, row] });
  }
  return null;
}
