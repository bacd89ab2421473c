import { type Columns, fromStart } from '../exact/columns.ts';
import type { Clock } from '../exact/judge.ts';
import { areWithinBounds, levelsFromAnyStart } from '../exact/levels/any-start.ts';
import { isWithinBounds } from '../exact/levels/bounds.ts';
import { type Levels, levelsOf } from '../exact/levels/levels.ts';
import { realTime } from '../exact/rows/layers.ts';
import { type Age, mostOf, type Staleness } from '../exact/staleness.ts';
import { lowestStart } from '../exact/start.ts';

/**
 * The same rows with other times. Where clocks are off no times of one kind say all that is known: each of these orders
 * only what is in order for certain, so that whatever is wrong by one of them is wrong.
 */
export interface Views {
  /** As recorded: exact within one machine, and so for each client. */
  readonly recorded: Columns;
  /** As long as each operation may have taken in true time. */
  readonly widest: Columns;
  /** By machine: its own as recorded, those of others as far as their clocks may be off from its; none where all are of one clock. */
  readonly ofMachines: readonly Columns[];
}

/** `clock` null: all times are of one. */
export function viewsOf(recorded: Columns, clock: Clock | null, errorNs: number): Views {
  if (clock === null) return { recorded, widest: recorded, ofMachines: [] };
  const { machine } = clock;
  const ofMachine = (one: number): Columns => moved(recorded, (row) => (machine[row] === one ? 0 : 2 * errorNs));
  return { recorded, widest: moved(recorded, () => errorNs), ofMachines: [...new Set(machine)].map(ofMachine) };
}

const moved = (columns: Columns, byNs: (row: number) => number): Columns => ({
  ...columns,
  start: columns.start.map((time, row) => time - byNs(row)),
  end: columns.end.map((time, row) => time + byNs(row)),
});

/** The same change to the rows of each. */
export const changed = ({ recorded, widest, ofMachines }: Views, change: (columns: Columns) => Columns): Views => {
  const wide = change(widest);
  return { recorded: recorded === widest ? wide : change(recorded), widest: wide, ofMachines: ofMachines.map(change) };
};

/** Values counted from the lowest start that explains most, where the start is not known. */
export function fromLowest(views: Views): Views {
  const by = lowestStart(views.widest, realTime(views.widest));
  return changed(views, (columns) => fromStart(columns, by));
}

/** Those that say what is in order across machines, the widest first. */
export const acrossOf = ({ widest, ofMachines }: Views): readonly Columns[] => [widest, ...ofMachines];

/**
 * What a client did is of one machine: its order is as recorded. `linearizable` is by the widest alone. Where the start
 * is not known, each is from the start value that is best for it.
 */
export function levelsAmong(views: Views, startKnown = true): Levels {
  const levelsBy = (columns: Columns): Levels => (startKnown ? levelsOf(columns) : levelsFromAnyStart(columns));
  const levels = levelsBy(views.widest);
  if (views.ofMachines.length === 0) return levels;
  const { sequential, session, ryw, mr } = levelsBy(views.recorded);
  const across = acrossOf(views);
  const bounds = startKnown ? across.every((one) => isWithinBounds(one)) : areWithinBounds(across);
  return { ...levels, sequential, session, ryw, mr, bounds };
}

/** Each stale read as old as it is by some view. */
export function oldestOf([first, ...more]: readonly [Staleness, ...Staleness[]]): Staleness {
  if (more.length === 0) return first;
  const byRow = new Map<number, Age>();
  for (const { stale } of [first, ...more]) {
    stale.rows.forEach((row, i) => {
      const known = byRow.get(row);
      const [deltaNs, k] = [stale.deltaNs[i] as number, stale.k[i] as number];
      byRow.set(row, { deltaNs: Math.max(deltaNs, known?.deltaNs ?? 0), k: Math.max(k, known?.k ?? 0) });
    });
  }
  const ages = [...byRow.values()];
  const deltaNs = Float64Array.from(ages, (age) => age.deltaNs);
  const k = Float64Array.from(ages, (age) => age.k);
  return {
    exact: first.exact && more.every(({ exact }) => exact),
    ...{ maxDeltaNs: mostOf(deltaNs), maxK: mostOf(k), reads: first.reads },
    stale: { rows: Int32Array.from(byRow.keys()), deltaNs, k },
  };
}
