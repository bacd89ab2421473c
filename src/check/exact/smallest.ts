import { repeated, wrongAlone } from './alone.ts';
import { elsewhere } from './between.ts';
import { type Columns, INCREMENT, incrementsIn } from './columns.ts';
import { slotsOf } from './core.ts';
import { realTime } from './layers.ts';
import { fewestBeyond, fewestLost } from './lost.ts';
import { inverted, tooFarApart } from './pairs.ts';
import { countUpTo, mostBy, startsOf } from './sent.ts';
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
    smaller(counted(columns, others), unmade, others ? null : tooFarApart(columns))
  );
}

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

/** Lost increments, or increments beyond the limit. */
function counted(columns: Columns, others: boolean): Witness | null {
  const slots = slotsOf(columns, others);
  if (slots === null) return null;
  const { kind, start, high } = columns;
  const late = [...start.keys()].filter((row) => {
    const value = high[row] as number;
    return (
      kind[row] !== INCREMENT && value < slots.count && (start[row] as number) > (slots.latest[value + 1] as number)
    );
  });
  return smaller(fewestLost(columns, late, slots.count), fewestBeyond(columns, slots.count));
}
