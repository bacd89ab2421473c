import { type Columns, INCREMENT } from '../columns.ts';
import { rowsThat } from '../rows/ascending.ts';
import { isBefore, type Layer } from '../rows/layers.ts';
import { elsewhere } from '../witness/between.ts';
import { levelOf, type Witness, witness } from '../witness/witness.ts';
import type { Filling } from './filling.ts';

/*
 * Why a filling is not to be completed, whatever choice is made (Hall): more increments than slots they may lie in, or
 * a slot that too few may lie in.
 */

/** The slots below the increment's last one are full with increments that none of them could have left. */
export function crowded(filling: Filling, layers: readonly Layer[], job: number): Witness {
  const due = filling.due(job);
  const increments = [...filling.blockBelow(due), job];
  const last = extremes(filling.columns, layers, (row) => (filling.columns.high[row] as number) <= due, LAST);
  const after = (row: number): number => last.find((ceiling) => isBefore(layers, row, ceiling)) as number;
  const ceilings = new Set(increments.filter((row) => isPlain(filling, row)).map(after));
  return witness('lost', { ...above(filling, layers, increments), ceilings: [...ceilings] });
}

export const isOverflown = (filling: Filling): boolean =>
  certainBeyond(filling).length > filling.columns.limit - filling.proven;

/** The slots up to the highest value are full with certain increments, and more are left than the limit has room for. */
export function overflown(filling: Filling, layers: readonly Layer[]): Witness {
  const block = filling.blockBelow(filling.proven, (row) => filling.isCertain(row));
  return witness('overflow', above(filling, layers, [...block, ...certainBeyond(filling)]));
}

const certainBeyond = (filling: Filling): readonly number[] => filling.beyond().filter((row) => filling.isCertain(row));

/** The highest empty slot is one that too few increments are left for. */
export function starved(filling: Filling, layers: readonly Layer[]): Witness {
  const { columns } = filling;
  const slot = filling.highestEmpty();
  const floors = extremes(columns, layers, (row) => (columns.low[row] as number) >= slot, FIRST);
  return witness('impossible', { floors, increments: elsewhere(columns, layers, floors, []) });
}

const isPlain = ({ columns }: Filling, row: number): boolean => columns.kind[row] === INCREMENT;

/** The increments with the floors that keep them up, without returned values that lie below these. */
function above(filling: Filling, layers: readonly Layer[], increments: readonly number[]) {
  const { columns } = filling;
  const plain = increments.filter((row) => isPlain(filling, row));
  const lowest = plain.reduce((least, row) => Math.min(least, filling.least(row)), Number.POSITIVE_INFINITY);
  if (lowest === 1) return { floors: [], increments };
  const first = extremes(columns, layers, (row) => (columns.low[row] as number) >= lowest - 1, FIRST);
  const before = (row: number): number => first.find((floor) => isBefore(layers, floor, row)) as number;
  const floors = [...new Set(plain.map(before))];
  const level = levelOf(columns, floors);
  const kept = increments.filter((row) => isPlain(filling, row) || (columns.low[row] as number) > level);
  return { floors, increments: kept };
}

type Sooner = (layer: Layer, row: number, than: number) => boolean;

const FIRST: Sooner = ({ end }, row, than) => (end[row] as number) < (end[than] as number);
const LAST: Sooner = ({ start }, row, than) => (start[row] as number) > (start[than] as number);

/**
 * In each group of each layer, the first of these observations to end, or the last to begin: what comes after any of
 * them comes after one of the first, and what comes before any comes before one of the last.
 */
function extremes(
  { kind }: Columns,
  layers: readonly Layer[],
  isOne: (row: number) => boolean,
  sooner: Sooner,
): readonly number[] {
  const rows = rowsThat(kind.length, (row) => kind[row] !== INCREMENT && isOne(row));
  const found = layers.flatMap((layer) => {
    const best = new Map<number, number>();
    for (const row of rows) {
      const group = layer.group === null ? 0 : (layer.group[row] as number);
      const known = best.get(group);
      if (known === undefined || sooner(layer, row, known)) best.set(group, row);
    }
    return [...best.values()];
  });
  return [...new Set(found)];
}
