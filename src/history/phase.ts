/**
 * concurrent: released as one · spaced: one after another · paced: at set times, whatever the answers · lanes: clients
 * that each send when they were answered · mixed: reads in flight among writes · retry: a reply or a request lost, then
 * sent again · replay: one key again and again · wait, quiet (watched), run (a command), request (a plain one): no writes.
 */
export type PhaseKind =
  | 'concurrent'
  | 'spaced'
  | 'paced'
  | 'lanes'
  | 'mixed'
  | 'retry'
  | 'replay'
  | 'wait'
  | 'quiet'
  | 'run'
  | 'request';

export interface PhaseInfo {
  /** From 0, in order. */
  readonly index: number;
  readonly kind: PhaseKind;
  readonly name: string;
  /** Writes asked for; 0 for a phase that sends none. Attempts of a retry or replay are one each. */
  readonly count: number;
  /** Pause after each answer before the next write (`spaced`), or time from one to the next (`paced`), in milliseconds; null where neither is set. */
  readonly everyMs: number | null;
  /** For `replay`: when the key is sent again. */
  readonly when?: ReplayWhen;
  /** For `retry`: what is lost. */
  readonly lose?: 'reply' | 'request';
}

export type ReplayWhen = 'at-once' | 'in-flight' | 'after-success' | 'after-failure' | 'other-body' | 'other-path';

/** Whether a phase is of use only if its writes overlap. */
export const asksOverlap = ({ kind, when }: PhaseInfo): boolean =>
  kind === 'concurrent' || (kind === 'replay' && (when === 'at-once' || when === 'in-flight'));
