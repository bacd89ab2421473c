import type { Operation } from '../../history/operation.ts';
import type { Sums } from './balance.ts';
import { type Intent, sentAttempts } from './intents.ts';
import type { PhaseRun } from './rounds.ts';

/** The name of the writes that move a reading: `acknowledged`, `keys`, `rejected`, or an outcome of the scenario. */
export type Counted = string;

export interface Tally extends Required<Sums> {
  /** Acknowledged, and yet not of those that move the reading. */
  readonly others: number;
}

/**
 * The writes of some phases, each intent once: those that move the reading for certain (as `acknowledged`), those that
 * may have, and those that must not.
 */
export function tallyOf(phases: readonly PhaseRun[], counted: Counted): Tally {
  const tally = { acknowledged: 0, rejected: 0, unknown: 0, repeats: 0, others: 0 };
  for (const { intents } of phases) {
    for (const intent of intents) {
      const sent = intent.attempts.length === 1 ? 1 : sentAttempts(intent).length;
      if (sent > 1) tally.repeats += sent - 1;
      const kind = kindOf(intent, counted);
      if (kind !== null) tally[kind] += 1;
    }
  }
  return tally;
}

function kindOf(intent: Intent, counted: Counted): Exclude<keyof Tally, 'repeats'> | null {
  if (isCounted(intent, counted)) return 'acknowledged';
  if (intent.counts === 'unknown') return 'unknown';
  if (intent.counts === 'rejected') return 'rejected';
  return intent.counts === 'notSent' ? null : 'others';
}

function isCounted({ attempts, counts }: Intent, counted: Counted): boolean {
  if (counted === 'acknowledged' || counted === 'keys') return counts === 'acknowledged';
  if (counted === 'rejected') return counts === 'rejected';
  return attempts.some((attempt) => hasOutcome(attempt, counted));
}

/** Whether an answer has an outcome, a built-in one or one that the scenario names. */
export const hasOutcome = ({ counts, labels }: Operation, name: string): boolean =>
  counts === name || (labels?.includes(name) ?? false);
