import type { HistoryEntry } from '../history/history.ts';
import type { Plan } from '../plan/plan.ts';
import type { ProgressEvent } from './progress.ts';

export interface DriveIo {
  /** Receives each operation when it is complete, and each mark, in order. */
  readonly record: (entry: HistoryEntry) => void;
  readonly progress: (event: ProgressEvent) => void;
  /** Stops new calls; those in flight are given up and recorded as unknown. */
  readonly signal: AbortSignal;
}

/** Carries out a plan against its target. Rejects only for a fault of ours; all else is in the history. */
export async function drive(_plan: Plan, _io: DriveIo): Promise<void> {
  throw new Error('not built yet');
}
