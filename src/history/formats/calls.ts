import type { OperationKind } from '../operation.ts';

/** What a name of `f` asks for. */
export interface Call {
  readonly f: OperationKind;
  /** 1, or -1 when the amount is taken away. */
  readonly sign: 1 | -1;
  /** Its answer holds the new value. */
  readonly returns: boolean;
  /** An amount of its own is usual; without one, a number in the answer is the new value. */
  readonly takesAmount: boolean;
}

const ADDS = ['add', 'plus'];
const INCREMENTS = ['inc', 'incr', 'increment'];
const DECREMENTS = ['dec', 'decr', 'decrement', 'sub', 'subtract'];
const READS = ['read', 'get'];
const OTHERS = ['admit', 'reserve', 'release', 'effect'] as const;

const named = (names: readonly string[], call: Call): readonly (readonly [string, Call])[] =>
  names.flatMap((name) => [
    [name, call],
    [`${name}-and-get`, { ...call, returns: true }],
  ]);

const CALLS: ReadonlyMap<string, Call> = new Map([
  ...named(ADDS, { f: 'increment', sign: 1, returns: false, takesAmount: true }),
  ...named(INCREMENTS, { f: 'increment', sign: 1, returns: false, takesAmount: false }),
  ...named(DECREMENTS, { f: 'increment', sign: -1, returns: false, takesAmount: true }),
  ...READS.map((name) => [name, { f: 'read', sign: 1, returns: false, takesAmount: false }] as const),
  ...OTHERS.map((f) => [f, { f, sign: 1, returns: true, takesAmount: false }] as const),
]);

/** Null for a name that is none of a counter's. */
export const callOf = (name: string | null): Call | null => (name === null ? null : (CALLS.get(name) ?? null));

export const KNOWN_CALLS = 'add, inc, increment, add-and-get, decr, read, get, admit, reserve, release and effect are';

/** How a call is named on the way out. */
export function callName(f: OperationKind, returns: boolean): string {
  if (f !== 'increment') return f;
  return returns ? 'add-and-get' : 'add';
}
