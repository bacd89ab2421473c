import { type Case, remaining, startOf, sum } from './case.ts';
import { isBefore, type Seen } from './counter.ts';
import { isOrdered, mustBeFew, type Placed } from './every-order.ts';
import { must } from './refused.ts';

/**
 * No order of the few operations explains what they showed, whatever the others did: each of those that are left out may
 * have added its amount anywhere in its time, or where its fate is unknown nothing, and shows nothing.
 *
 * The value is what the few have made so far and what stands under it: the start and what the others have made. That
 * never falls, and ahead of an operation it lies between the start with what was complete before it began, and the start
 * with all that was not sent after it. Whatever the true order is, it keeps to that; so where no order does, there is none.
 */
export function unordered({ view, others, floors, increments, ceilings }: Case): boolean {
  must(!others, 'where others write too, they may have made any value');
  const few = [...floors, ...increments, ...ceilings];
  mustBeFew(few);
  must(new Set(few).size === few.length, 'an operation stands twice in the witness');
  must(
    few.every(({ garbled }) => !garbled),
    'an operation of the witness told something that is no number',
  );
  const start = startOf(view);
  const rest = remaining(view, few);
  const placed = few.map((one): Placed<State> => {
    const before = rest.filter((other) => other.certain && isBefore(other, one, view));
    const open = rest.filter((other) => !isBefore(one, other, view));
    return { certain: one.certain, after: placing(one, [start + sum(before), start + sum(open)], view.limit) };
  });
  const precedes = (i: number, k: number): boolean => isBefore(few[i] as Seen, few[k] as Seen, view);
  return !isOrdered(placed, precedes, {
    first: { made: 0n, under: start },
    nameOf: ({ made, under }) => `${made} ${under}`,
    width: 2 * widthOf(start + sum([...few, ...rest])),
  });
}

/** In numbers of 16 digits. */
const widthOf = (value: bigint): number => Math.ceil(String(value).length / 16);

interface State {
  /** By the few operations. */
  readonly made: bigint;
  /** What stands under that, at least. */
  readonly under: bigint;
}

/** It takes place with as little under it as it can: what may come after it loses nothing by that. */
function placing(one: Seen, [least, most]: readonly [bigint, bigint], limit: bigint | null): Placed<State>['after'] {
  const { kind, amount, low, high } = one;
  const from = low === null ? null : kind === 'increment' ? low - amount : low;
  const room = limit === null || kind !== 'increment' ? null : limit - amount;
  return ({ made, under }) => {
    const lowest = max(under, max(least, from === null ? least : from - made));
    const isTooHigh = [high, room].some((bound) => bound !== null && made + lowest > bound);
    return isTooHigh || lowest > most ? null : { made: made + amount, under: lowest };
  };
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
