import type { Counts, Operation } from '../../history/operation.ts';
import type { Sums } from './balance.ts';
import { cameOut, type Intent, sentAttempts } from './intents.ts';
import type { PhaseRun } from './rounds.ts';

/** The name of the writes that move a reading: `acknowledged`, `keys`, `rejected`, or an outcome of the scenario. */
export type Counted = string;

export interface Tally extends Required<Sums> {
  /** Of those that move the reading for certain: which may have done so by an attempt of an earlier phase that was not heard. */
  readonly carried: number;
  /** Acknowledged, and yet not of those that move the reading. */
  readonly others: number;
}

/**
 * The writes of some phases, each intent once: those that move the reading for certain (as `acknowledged`), those that
 * may have, and those that must not. An intent with attempts in other phases as well is one of the phase that
 * acknowledged it; what was sent again after that is a repeat.
 */
export function tallyOf(phases: readonly PhaseRun[], counted: Counted): Tally {
  const tally = { acknowledged: 0, rejected: 0, unknown: 0, repeats: 0, others: 0, carried: 0 };
  for (const phase of phases) if (phase.intents === null) addEach(tally, phase, counted);
  for (const [intent, seen] of seenIn(phases)) {
    const own = partIn(intent, seen);
    const sent = own.attempts.length === 1 ? 1 : sentAttempts(own).length;
    const earlier = own === intent ? [] : earlierThan(intent, seen);
    if (earlier.some((one) => isCounted({ attempts: [one], counts: one.counts ?? 'notSent' }, counted))) {
      tally.repeats += sent;
      continue;
    }
    const isAgain = earlier.some(({ counts }) => counts === 'unknown');
    if (sent > 0) tally.repeats += isAgain ? sent : sent - 1;
    // Refused for good is what no other attempt was let in for.
    const isOne = isCounted(own, counted) && (counted !== 'rejected' || intent.counts === 'rejected');
    const kind = kindOf(own.counts, isOne);
    if (kind !== null) tally[kind] += 1;
    if (kind === 'acknowledged' && isAgain) tally.carried += 1;
  }
  return tally;
}

/** Each intent, and in which of the phases it was tried. */
function seenIn(phases: readonly PhaseRun[]): ReadonlyMap<Intent, readonly number[]> {
  const seen = new Map<Intent, number[]>();
  for (const { info, intents } of phases) {
    for (const intent of intents ?? []) {
      const places = seen.get(intent);
      if (places) places.push(info.index);
      else seen.set(intent, [info.index]);
    }
  }
  return seen;
}

function partIn(intent: Intent, seen: readonly number[]): Intent {
  const attempts = intent.attempts.filter(({ phaseIndex }) => seen.includes(phaseIndex));
  return attempts.length === intent.attempts.length ? intent : { attempts, counts: cameOut(attempts) };
}

const earlierThan = ({ attempts }: Intent, seen: readonly number[]): readonly Operation[] =>
  attempts.filter(({ phaseIndex }) => phaseIndex < (seen[0] ?? 0));

/** Where each write is an intent of its own. */
function addEach(tally: Record<Kind, number>, { counts, writes }: PhaseRun, counted: Counted): void {
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

type Kind = Exclude<keyof Tally, 'repeats' | 'carried'>;

function kindOf(counts: Counts, counted: boolean): Kind | null {
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

/** The attempt that an intent is first known to count by; null where it does not count for certain. */
export function countedAt(intent: Intent, counted: Counted): Operation | null {
  if (!isCounted(intent, counted)) return null;
  const name = isPlain(counted) ? 'acknowledged' : counted;
  const having = intent.attempts.filter((attempt) => hasOutcome(attempt, name) && attempt.complete !== null);
  return having.reduce<Operation | null>(
    (first, one) => (first === null || (one.complete as number) < (first.complete as number) ? one : first),
    null,
  );
}

/** Whether an attempt of a phase makes an intent one of those that count. */
export const countsIn = (intent: Intent, { info }: PhaseRun, counted: Counted): boolean =>
  isCounted(partIn(intent, [info.index]), counted);

/** Whether an answer has an outcome, a built-in one or one that the scenario names. */
export const hasOutcome = ({ counts, labels }: Operation, name: string): boolean =>
  counts === name || (labels?.includes(name) ?? false);
