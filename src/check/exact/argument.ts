import { type Columns, isIncrement } from './columns.ts';
import { isBefore, type Layer, realTime } from './layers.ts';
import { levelOf, topOf, type Witness } from './witness.ts';

/**
 * Why the operations of a witness contradict each other, in one sentence that can be checked by counting; `name` calls
 * an operation by its row.
 */
export function argumentOf(columns: Columns, witness: Witness, name: (row: number) => string): string {
  const all = (rows: readonly number[]): string => rows.map(name).join(', ');
  const { floors, increments, ceilings } = witness;
  const level = levelOf(columns, floors);
  const base = floors.length === 0 ? 0 : level;
  const top = topOf(columns, ceilings);
  const since = floors.length === 0 ? 'Since the start' : `After ${all(floors)}`;
  switch (witness.form) {
    case 'duplicate':
      return `${increments.map(name).join(' and ')} returned the same value: two acknowledged increments, one step.`;
    case 'inversion':
      if (floors.length === 0) return `${all(ceilings)} shows less than the start value.`;
      return `${all(floors)} was complete before ${all(ceilings)} began, yet the later one shows less.`;
    case 'lost':
      return `${since}, ${counted(increments.length)} ${was(increments.length)} acknowledged before ${all(ceilings)} began, which leaves room for ${top - base}: ${increments.length + base - top} missing.`;
    case 'overflow':
      if (increments.length === 0) return `${all(floors)} shows more than the limit.`;
      return `${since}, ${counted(increments.length)} ${was(increments.length)} admitted; the limit leaves room for ${columns.limit - base}.`;
    case 'impossible':
      if (Number.isNaN(level)) return `${all(floors)} shows a value that no number of steps makes.`;
      return `${all(floors)} shows ${counted(level)} since the start, and only ${counted(possible(columns, witness))} can have been applied by then.`;
    case 'jump':
      return `${all(floors)} shows ${counted(level - top)} more than ${all(ceilings)}, and only ${counted(possible(columns, witness))} can lie between.`;
  }
}

const counted = (count: number): string => `${count} increment${count === 1 ? '' : 's'}`;
const was = (count: number): string => (count === 1 ? 'was' : 'were');

/** The increments sent before the floors ended and not complete before the ceilings began, but for those told apart. */
function possible(columns: Columns, { floors, increments, ceilings }: Witness): number {
  const layers: readonly Layer[] = realTime(columns);
  let count = 0;
  for (let row = 0; row < columns.size; row++) {
    if (!isIncrement(columns.kind[row])) continue;
    const isOutside =
      floors.some((floor) => isBefore(layers, floor, row)) ||
      ceilings.some((ceiling) => isBefore(layers, row, ceiling));
    if (!isOutside && !increments.includes(row)) count++;
  }
  return count;
}
