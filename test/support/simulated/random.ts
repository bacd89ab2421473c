/** Numbers from a seed: the same seed, the same numbers. */
export interface Random {
  /** A whole number, both ends included. */
  readonly int: (from: number, to: number) => number;
  /** True so often of a hundred times. */
  readonly percent: (share: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
}

export function randomFrom(seed: number): Random {
  // A plain product would be rounded, and seeds that are large and close to each other would be one.
  let state = Math.imul(seed + 1, 0x9e3779b1);
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (from: number, to: number): number => from + Math.floor(next() * (to - from + 1));
  return {
    int,
    percent: (share) => next() * 100 < share,
    pick: (list) => list[int(0, list.length - 1)] as (typeof list)[number],
  };
}
