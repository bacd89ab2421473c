import type { PhaseInfo } from '../history/history.ts';

/** What the drive says while it works; talk, never part of a result. */
export type ProgressEvent =
  /** A value was found without a selector; it stays the selector for the run. */
  | { readonly kind: 'guessed'; readonly reading: string; readonly selector: string; readonly value: string }
  /** `rounds` is null where time decides. */
  | { readonly kind: 'round'; readonly round: number; readonly rounds: number | null }
  | { readonly kind: 'phase'; readonly round: number; readonly phase: PhaseInfo; readonly done: number }
  | { readonly kind: 'settling'; readonly round: number; readonly reading: string; readonly value: string | null };
