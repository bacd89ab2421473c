import { must } from './refused.ts';

/** One operation whose place is looked for. `State` is what those ahead of it have left behind. */
export interface Placed<State> {
  /** It took effect; otherwise it may be left out. */
  readonly certain: boolean;
  /** The state after it, or null where it cannot take place. */
  readonly after: (state: State) => State | null;
}

/** Of how many operations every order is tried, at most. */
const MOST_OPERATIONS = 24;
/** States that are looked at, at most. */
const MOST_STATES = 200_000;
/** And numbers that they are made of, together. */
const MOST_NUMBERS = 4_000_000;

/** What a search begins with, and how its states are told apart. */
export interface States<State> {
  readonly first: State;
  readonly nameOf: (state: State) => string;
  /** Of how many numbers a state is made. */
  readonly width: number;
}

/** Refuses more operations than every order of is tried. */
export function mustBeFew({ length }: { readonly length: number }): void {
  must(length <= MOST_OPERATIONS, `more than ${MOST_OPERATIONS} operations have too many orders to try`);
}

/**
 * Whether some order of all certain operations, and any others, is possible, in which none stands ahead of what comes
 * before it. By trying every one; what was done and the state that it left (told by `nameOf`) are looked at once. Refuses
 * where that would be too many.
 */
export function isOrdered<State>(
  operations: readonly Placed<State>[],
  isBefore: (i: number, k: number) => boolean,
  { first, nameOf, width }: States<State>,
): boolean {
  mustBeFew(operations);
  const bits = operations.map((_, i) => 1 << i);
  const maskOf = (some: (i: number) => boolean): number =>
    bits.reduce((mask, bit, i) => (some(i) ? mask | bit : mask), 0);
  const certain = maskOf((i) => operations[i]?.certain === true);
  const needed = bits.map((_, k) => maskOf((i) => operations[i]?.certain === true && isBefore(i, k)));
  const most = Math.min(MOST_STATES, Math.floor(MOST_NUMBERS / Math.max(1, width)));
  const seen = new Set<string>();
  const search = (done: number, state: State): boolean => {
    if ((done & certain) === certain) return true;
    const name = `${done} ${nameOf(state)}`;
    if (seen.has(name)) return false;
    seen.add(name);
    must(seen.size <= most, `there are more than ${most} states to look at`);
    return operations.some(({ after }, i) => {
      if ((done & (1 << i)) !== 0 || ((needed[i] as number) & ~done) !== 0) return false;
      const next = after(state);
      return next !== null && search(done | (1 << i), next);
    });
  };
  return search(0, first);
}
