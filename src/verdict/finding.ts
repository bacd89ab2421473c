import type { Operation } from '../history/operation.ts';
import type { FindingCode } from './codes.ts';

/** One thing that is wrong, or one reason why nothing could be told. */
export interface Finding {
  readonly code: FindingCode;
  readonly title: string;
  /** States the numbers. */
  readonly message: string;
  readonly round: number | null;
  /** Name of the phase; null when it is about the whole round or run. */
  readonly phase: string | null;
  /** How many writes it is about; null: not a count, or unknown. */
  readonly count: { readonly min: number | null; readonly max: number | null };
  /** Wrong, and no answer said so. */
  readonly silent: boolean;
  /** The few operations that prove it, whole. */
  readonly witness: readonly Operation[];
  /** Why they do, in one or two sentences that a person can check by counting. */
  readonly argument: string;
  /** `file` or `file:line` of what was asked for, or null. */
  readonly location: string | null;
  readonly baselined: boolean;
}
