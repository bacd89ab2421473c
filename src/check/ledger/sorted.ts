import type { Doubt } from './ledger.ts';
import type { Movement } from './watch.ts';

/** What movements while nobody wrote leave in doubt. */
export interface Sorted {
  /** Unknown writes that may still take effect. */
  readonly open: number;
  readonly late: Doubt | null;
  readonly foreign: Moved | null;
}

type Moved = Extract<Doubt, { readonly kind: 'another-writer' }>;

/** Nobody says that the writes move it; so after them it may come to rest as late as it will, and nobody else wrote. */
export const asLate = ({ open, late, foreign }: Sorted): Sorted => ({
  open,
  late: late ?? (foreign === null ? null : { kind: 'late', movement: foreign.movement }),
  foreign: null,
});

/** Tells movements that our own writes account for, at once or late, from those that they do not. */
export function sort(movements: readonly Movement[], open: number, deficit: number): Sorted {
  let left = BigInt(open);
  let late: Doubt | null = null;
  let foreign: Moved | null = null;
  for (const movement of movements) {
    const { steps } = movement;
    if (steps !== null && steps > 0n && steps <= left) left -= steps;
    else if (steps !== null && steps > 0n && steps <= left + BigInt(deficit)) late ??= { kind: 'late', movement };
    else foreign ??= { kind: 'another-writer', movement };
  }
  return { open: Number(left), late, foreign };
}
