import type { Range } from '../../verdict/report.ts';

/** Writes that a distance has to account for. */
export interface Sums {
  readonly acknowledged: number;
  readonly rejected: number;
  /** Those that may take effect within the distance: its own, and earlier ones that may still be under way. */
  readonly unknown: number;
  /** Attempts at what was attempted before, which must have no effect of their own; left out: none. */
  readonly repeats?: number;
}

/** What the distance, in steps, says about the writes. */
export interface Balance {
  readonly lost: Range;
  readonly duplicated: Range;
  /** Steps below what was acknowledged: so many acknowledged writes are missing, whatever else happened. */
  readonly deficit: number;
  /** Steps above all that was acknowledged or unknown. */
  readonly surplus: number;
  /** The part of the surplus that repeated attempts cannot account for, and refused writes can. */
  readonly refused: Range;
}

/**
 * Bounds on what went wrong, from A acknowledged, U unknown and J rejected writes and a rise of R steps.
 *
 * Lower bounds hold whatever happened: R steps hold the effects of at most R different acknowledged writes, so at least
 * A - R are missing; and A + U + J writes that count once each explain at most that many steps, so the rest came twice.
 * Upper bounds rest on one more thing, that a phase errs one way: where writes are missing none came twice, and where
 * some came twice none is missing (a loss and a double count that cancel out leave no trace in a sum). Then the unknown
 * writes can stand in for at most U of the missing ones, A + U - R are missing at most, and R - A came twice at most.
 */
export function balance({ acknowledged, rejected, unknown, repeats = 0 }: Sums, rise: bigint): Balance {
  const least = BigInt(acknowledged);
  const most = BigInt(acknowledged + unknown);
  const missing = count(clamp(least - rise, least));
  const surplus = count(rise - most);
  const above = count(rise - least);
  const refused = Math.min(Math.max(0, surplus - repeats), rejected);
  return {
    lost: { min: missing, max: count(clamp(most - rise, least)) },
    // More than a number holds is known only as `at least`.
    duplicated: { min: surplus - refused, max: rise - least > MOST ? null : above },
    deficit: missing,
    surplus,
    refused: { min: refused, max: Math.min(rejected, above) },
  };
}

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

const clamp = (value: bigint, most: bigint): bigint => (value > most ? most : value);

/** As a count: none below 0, and no more than a number can hold exactly. */
function count(value: bigint): number {
  if (value < 0n) return 0;
  return value > MOST ? Number.MAX_SAFE_INTEGER : Number(value);
}
