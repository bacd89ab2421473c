import { type Columns, INCREMENT, incrementsIn } from '../columns.ts';
import { slotsOf } from '../core.ts';
import { evidenceOf } from '../evidence.ts';
import { knownSlots } from '../known.ts';
import { rowsThat } from '../rows/ascending.ts';
import { realTime } from '../rows/layers.ts';
import { countUpTo, mostBy, startsOf } from '../rows/sent.ts';
import { everyWrongAlone, repeated, wrongAlone } from './alone.ts';
import { elsewhere } from './between.ts';
import { fewestBeyond, fewestLost } from './lost.ts';
import { inverted, tooFarApart } from './pairs.ts';
import { sizeOf, type Witness, witness } from './witness.ts';

/**
 * The fewest operations that contradict each other in real time, whatever the others did: everything else may be taken
 * as not seen, not certain and without its returned value. null for a linearizable history.
 */
export function smallestWitness(columns: Columns, others = false): Witness | null {
  const most = others ? Number.POSITIVE_INFINITY : incrementsIn(columns);
  const alone = wrongAlone(columns, most);
  if (alone !== null) return alone;
  const unmade = others ? null : fewestUnmade(columns);
  if (unmade !== null && sizeOf(unmade) === 1) return unmade;
  return (
    repeated(columns) ??
    inverted(columns) ??
    smaller(...countedIn(columns, others), unmade, others ? null : tooFarApart(columns))
  );
}

/**
 * Every value that is wrong by itself, and the fewest operations that contradict each other in each other way: the
 * smallest of all may show another fault than the one that is asked about.
 */
export function* contradictionsIn(columns: Columns, others = false): Generator<Witness> {
  yield* everyWrongAlone(columns, others ? Number.POSITIVE_INFINITY : incrementsIn(columns));
  yield* present(others ? null : fewestUnmade(columns), repeated(columns), inverted(columns));
  // Counting does not start where a value is impossible by itself: that one is left aside.
  yield* present(...countedIn(others ? columns : evidenceOf(columns).columns, others));
  yield* present(others ? null : tooFarApart(columns));
}

const present = (...found: readonly (Witness | null)[]): readonly Witness[] => found.filter((one) => one !== null);

/** The first of the smallest. */
function smaller(...found: readonly (Witness | null)[]): Witness | null {
  return found.reduce(
    (best, one) => (one !== null && (best === null || sizeOf(one) < sizeOf(best)) ? one : best),
    null,
  );
}

/** An operation that shows more than was sent by its end, with the fewest increments that must be told not to count. */
function fewestUnmade(columns: Columns): Witness | null {
  const { kind, low, end } = columns;
  const most = mostBy(columns);
  const starts = startsOf(columns);
  let floor = -1;
  let fewest = Number.POSITIVE_INFINITY;
  low.forEach((value, row) => {
    if (kind[row] === INCREMENT || !(value > (most[row] as number))) return;
    const uncounted = Math.max(0, countUpTo(starts, end[row] as number) - value + 1);
    if (uncounted < fewest) [floor, fewest] = [row, uncounted];
  });
  if (floor < 0) return null;
  return witness('impossible', { floors: [floor], increments: elsewhere(columns, realTime(columns), [floor], []) });
}

/** Lost increments, and increments beyond the limit. */
function countedIn(columns: Columns, others: boolean): readonly (Witness | null)[] {
  const slots = others ? slotsOf(columns, others) : knownSlots(columns);
  if (slots === null) return [];
  const { kind, start, high } = columns;
  const late = rowsThat(start.length, (row) => {
    const value = high[row] as number;
    return (
      kind[row] !== INCREMENT && value < slots.count && (start[row] as number) > (slots.latest[value + 1] as number)
    );
  });
  return [fewestLost(columns, late, slots.count), fewestBeyond(columns, slots.count)];
}
