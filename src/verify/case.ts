import type { CounterView, Seen } from './counter.ts';
import { must } from './refused.ts';

/** The operations of a witness, and what their argument starts from. */
export interface Case {
  readonly view: CounterView;
  /** Others may write too. */
  readonly others: boolean;
  readonly floors: readonly Seen[];
  readonly increments: readonly Seen[];
  readonly ceilings: readonly Seen[];
}

/** The value reached this. */
export function shown({ id, low }: Seen): bigint {
  must(low !== null, `operation ${id} shows no value`);
  return low;
}

/** The value was at most this. */
export function needed({ id, high }: Seen): bigint {
  must(high !== null, `operation ${id} needs no value`);
  return high;
}

export function startOf({ initial }: CounterView): bigint {
  must(initial !== null, 'the history does not tell the start value');
  return initial;
}

/** What all floors reached. */
export function lowest(floors: readonly Seen[]): bigint {
  const [first, ...others] = floors.map(shown);
  must(first !== undefined, 'the witness has no operation that shows a value');
  let least = first;
  for (const value of others) if (value < least) least = value;
  return least;
}

/** What no ceiling was above. */
export function highest(ceilings: readonly Seen[]): bigint {
  const [first, ...others] = ceilings.map(needed);
  must(first !== undefined, 'the witness has no operation that shows too little');
  let most = first;
  for (const value of others) if (value > most) most = value;
  return most;
}

/** Where increments are counted from: the floors, or without any the start. */
export const baseOf = ({ view, floors }: Case): bigint => (floors.length === 0 ? startOf(view) : lowest(floors));

/** Tells what comes after one of some operations. */
export function afterAny(some: readonly Seen[], { errorNs }: CounterView): (one: Seen) => boolean {
  const ends = leastBy(some, ({ complete }) => complete);
  return (one) => ends.all + 2 * errorNs < one.invoke || ends.of(one) < one.invoke;
}

/** Tells what comes before one of some operations. */
export function beforeAny(some: readonly Seen[], { errorNs }: CounterView): (one: Seen) => boolean {
  const starts = leastBy(some, ({ invoke }) => -invoke);
  return (one) => one.complete + 2 * errorNs < -starts.all || one.complete < -starts.of(one);
}

/** The least of some times, of all machines and of the one that an operation is of; Infinity where there is none. */
function leastBy(some: readonly Seen[], timeOf: (one: Seen) => number) {
  const byMachine = new Map<string | undefined, number>();
  let all = Number.POSITIVE_INFINITY;
  for (const one of some) {
    const time = timeOf(one);
    all = Math.min(all, time);
    byMachine.set(one.machine, Math.min(time, byMachine.get(one.machine) ?? time));
  }
  return { all, of: ({ machine }: Seen): number => byMachine.get(machine) ?? Number.POSITIVE_INFINITY };
}

/** Tells what comes after a floor; without any, everything does. */
export const aboveFloor = ({ view, floors }: Case): ((one: Seen) => boolean) =>
  floors.length === 0 ? () => true : afterAny(floors, view);

/** Every increment there is, certain or not, but for those that are told not to count. */
export function remaining({ operations }: CounterView, apart: readonly Seen[]): readonly Seen[] {
  const without = new Set(apart);
  return [...operations.values()].filter((one) => one.kind === 'increment' && !without.has(one));
}

export const sum = (increments: readonly Seen[]): bigint =>
  increments.reduce((total, { amount }) => total + amount, 0n);
