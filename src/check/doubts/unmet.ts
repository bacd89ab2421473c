import type { PhaseInfo, ReplayWhen } from '../../history/history.ts';
import type { Operation } from '../../history/operation.ts';
import { type Checker, type Claim, UNCOUNTED } from '../claim.ts';
import type { RoundRun } from '../ledger/rounds.ts';
import { smallOverlap } from './small-overlap.ts';

const MAX_SHOWN = 2;

/**
 * CP303 and CP309: a key was to be sent again while its first attempt was in flight, after a failure or after a success,
 * and in no round that came to pass. A clean result would show nothing of it.
 */
export const unmet: Checker = (facts) => {
  const shown = new Set(smallOverlap(facts).map(({ phase }) => phase?.index));
  return facts.header.phases.flatMap((info) => {
    const condition = info.when === undefined ? undefined : CONDITIONS[info.when];
    const runs = sentAgain(facts.rounds, info);
    if (condition === undefined || runs.length === 0 || runs.some(condition.isMet)) return [];
    const isTold = condition.code === 'CP303' && shown.has(info.index);
    return isTold ? [] : [claim(info, condition, runs[0] ?? [])];
  });
};

interface Condition {
  readonly code: 'CP303' | 'CP309';
  /** Of the attempts of one round, in order. */
  readonly isMet: (attempts: readonly Operation[]) => boolean;
  readonly message: string;
}

const CONDITIONS: { readonly [When in ReplayWhen]?: Condition } = {
  'in-flight': {
    code: 'CP303',
    isMet: ([first, ...others]) => others.some(({ sent }) => sent !== null && sent < answeredAt(first)),
    message: 'the first attempt was answered before the key came again, so no attempt came while it was in flight',
  },
  'after-failure': {
    code: 'CP309',
    isMet: (attempts) => attempts.slice(0, -1).some(({ counts }) => counts === 'rejected' || counts === 'unknown'),
    message: 'no attempt failed, so the key was never sent again after a failure',
  },
  'after-success': {
    code: 'CP309',
    isMet: (attempts) => attempts.slice(0, -1).some(({ counts }) => counts === 'acknowledged'),
    message: 'no attempt was acknowledged, so the key was never sent again after a success',
  },
};

const answeredAt = (first: Operation | undefined): number => first?.firstByte ?? first?.complete ?? Infinity;

/** The attempts of each round that had two or more. */
const sentAgain = (rounds: readonly RoundRun[], { index }: PhaseInfo): readonly (readonly Operation[])[] =>
  rounds.map(({ phases }) => phases[index]?.writes ?? []).filter((writes) => writes.length > 1);

const claim = (phase: PhaseInfo, { code, message }: Condition, attempts: readonly Operation[]): Claim => ({
  code,
  // No round had it.
  round: null,
  phase,
  count: UNCOUNTED,
  message: `In ${phase.name} ${message}`,
  argument: 'What was to be tried did not come to pass in any round: nothing is known about it.',
  witness: attempts.slice(0, MAX_SHOWN),
});
