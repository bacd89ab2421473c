import { type Columns, INCREMENT, isIncrement } from '../columns.ts';
import { isBefore, type Layer } from '../rows/layers.ts';
import { levelOf, topOf } from './witness.ts';

/**
 * The increments that by their times can lie between the ceilings and the floors, and returned a value that does not:
 * as many of them as it takes for the rest to be too few.
 */
export function elsewhere(
  columns: Columns,
  layers: readonly Layer[],
  floors: readonly number[],
  ceilings: readonly number[],
): readonly number[] {
  const { size, kind, low } = columns;
  const level = levelOf(columns, floors);
  const base = ceilings.length === 0 ? 0 : topOf(columns, ceilings);
  let candidates = 0;
  const found: number[] = [];
  for (let row = 0; row < size; row++) {
    if (!isIncrement(kind[row]) || !canLieBetween(layers, row, floors, ceilings)) continue;
    candidates++;
    const value = low[row] as number;
    if (kind[row] !== INCREMENT && (value <= base || value > level)) found.push(row);
  }
  return found.slice(0, Math.max(0, candidates - (level - base) + 1));
}

const canLieBetween = (
  layers: readonly Layer[],
  row: number,
  floors: readonly number[],
  ceilings: readonly number[],
): boolean =>
  !floors.some((floor) => isBefore(layers, floor, row)) && !ceilings.some((ceiling) => isBefore(layers, row, ceiling));
