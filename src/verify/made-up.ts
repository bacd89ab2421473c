import { aboveFloor, baseOf, type Case, sum } from './case.ts';
import { type CounterView, isBefore, type Seen } from './counter.ts';

/**
 * Whether what a ceiling lacks is there in the end: some value that was not shown before the last one that is short has
 * room for the increments of the witness, and for all that were acknowledged after the floors and before it was shown.
 */
export function isMadeUp(found: Case): boolean {
  const { view, increments, ceilings } = found;
  const isAbove = aboveFloor(found);
  const all = [...view.operations.values()];
  const sumBefore = sumsOf(
    all.filter((one) => one.kind === 'increment' && one.certain && isAbove(one)),
    view,
  );
  // What comes after an increment that is short has room for that one, too.
  const lacked = new Set([...increments, ...ceilings.filter(({ kind }) => kind === 'increment')]);
  const [base, together] = [baseOf(found), sum([...lacked])];
  // What an increment returned has its own in it.
  const own = (one: Seen): bigint => (one.kind === 'increment' ? one.amount : 0n);
  const withOwn = (one: Seen): bigint => (lacked.has(one) ? together : together + own(one));
  const due = (one: Seen): bigint => base + greater(withOwn(one), sumBefore(one) + own(one));
  const later = all.filter((one) => !ceilings.every((ceiling) => isBefore(one, ceiling, view)));
  const short = later.filter((one) => one.kind === 'read' && one.high !== null && one.high < due(one));
  const last = [...ceilings, ...short].reduce((a, b) => (b.invoke >= a.invoke ? b : a));
  return later.some(
    (one) => one.kind !== 'refused' && one.low !== null && !isBefore(one, last, view) && one.low >= due(one),
  );
}

/** Tells what those of some increments make together that were complete before an operation began. */
function sumsOf(increments: readonly Seen[], { errorNs }: CounterView): (one: Seen) => bigint {
  const known = new Map<string | undefined, { readonly done: readonly number[]; readonly made: readonly bigint[] }>();
  const madeFor = (machine: string | undefined) => {
    const late = (one: Seen): number => (one.machine === machine ? 0 : 2 * errorNs);
    const all = increments.map((one) => ({ amount: one.amount, ns: one.complete + late(one) }));
    all.sort((a, b) => a.ns - b.ns);
    const made = [0n];
    for (const { amount } of all) made.push((made.at(-1) as bigint) + amount);
    return { done: all.map(({ ns }) => ns), made };
  };
  return ({ machine, invoke }) => {
    const sums = known.get(machine) ?? madeFor(machine);
    known.set(machine, sums);
    return sums.made[countBelow(sums.done, invoke)] as bigint;
  };
}

function countBelow(sorted: readonly number[], ns: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < ns) low = middle + 1;
    else high = middle;
  }
  return low;
}

const greater = (a: bigint, b: bigint): bigint => (a > b ? a : b);
