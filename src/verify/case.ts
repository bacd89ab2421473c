import { type CounterView, isBefore, type Seen } from './counter.ts';
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

export const isAboveFloor = ({ view, floors }: Case, one: Seen): boolean =>
  floors.length === 0 || floors.some((floor) => isBefore(floor, one, view));

/** Every increment there is, certain or not, but for those that are told not to count. */
export function remaining({ operations }: CounterView, apart: readonly Seen[]): readonly Seen[] {
  const without = new Set(apart);
  return [...operations.values()].filter((one) => one.kind === 'increment' && !without.has(one));
}

export const sum = (increments: readonly Seen[]): bigint =>
  increments.reduce((total, { amount }) => total + amount, 0n);
