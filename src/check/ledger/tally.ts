import type { Counts, Operation } from '../../history/operation.ts';
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
  for (const phase of phases) {
    if (phase.intents === null) addEach(tally, phase, counted);
    for (const intent of phase.intents ?? []) {
      const sent = intent.attempts.length === 1 ? 1 : sentAttempts(intent).length;
      if (sent > 1) tally.repeats += sent - 1;
      const kind = kindOf(intent.counts, isCounted(intent, counted));
      if (kind !== null) tally[kind] += 1;
    }
  }
  return tally;
}

/** Where each write is an intent of its own. */
function addEach(tally: Record<keyof Tally, number>, { counts, writes }: PhaseRun, counted: Counted): void {
  if (isPlain(counted)) {
    tally.acknowledged += counts.acknowledged;
    tally.rejected += counts.rejected;
    tally.unknown += counts.unknown;
    return;
  }
  for (const write of writes) {
    const own = write.counts ?? 'notSent';
    const kind = kindOf(own, counted === 'rejected' ? own === counted : hasOutcome(write, counted));
    if (kind !== null) tally[kind] += 1;
  }
}

function kindOf(counts: Counts, counted: boolean): Exclude<keyof Tally, 'repeats'> | null {
  if (counted) return 'acknowledged';
  if (counts === 'unknown' || counts === 'rejected') return counts;
  return counts === 'notSent' ? null : 'others';
}

const isPlain = (counted: Counted): boolean => counted === 'acknowledged' || counted === 'keys';

function isCounted({ attempts, counts }: Intent, counted: Counted): boolean {
  if (isPlain(counted)) return counts === 'acknowledged';
  if (counted === 'rejected') return counts === 'rejected';
  return attempts.some((attempt) => hasOutcome(attempt, counted));
}

/** Whether an answer has an outcome, a built-in one or one that the scenario names. */
export const hasOutcome = ({ counts, labels }: Operation, name: string): boolean =>
  counts === name || (labels?.includes(name) ?? false);
