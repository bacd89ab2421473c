import { type Columns, INCREMENT, READ, RETURNED } from './columns.ts';
import { type Witness, witness } from './witness.ts';

/** One value that contradicts the start value, the limit or the steps by itself. `most`: no value can be above it. */
export function wrongAlone({ size, kind, low, high, limit }: Columns, most: number): Witness | null {
  for (let row = 0; row < size; row++) {
    if (kind[row] === INCREMENT) continue;
    const [least, highest] = [low[row] as number, high[row] as number];
    if (least > limit) return witness('overflow', { floors: [row] });
    const isCounted = least <= most && least < Number.POSITIVE_INFINITY;
    if (!isCounted || (kind[row] === READ && !(least <= highest))) return witness('impossible', { floors: [row] });
    if (highest < 0) return witness('inversion', { ceilings: [row] });
  }
  return null;
}

export function repeated({ size, kind, low }: Columns): Witness | null {
  const first = new Map<number, number>();
  for (let row = 0; row < size; row++) {
    if (kind[row] !== RETURNED || !Number.isFinite(low[row])) continue;
    const other = first.get(low[row] as number);
    if (other !== undefined) return witness('duplicate', { increments: [other, row] });
    first.set(low[row] as number, row);
  }
  return null;
}
